"""The printed parts as solids (build123d), each as it lies on the printer's bed; their lengths are in ``dimensions``."""
