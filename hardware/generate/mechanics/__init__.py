"""The printed parts as solids (build123d), each as it lies on the printer's bed. Lengths: ``dimensions``."""
