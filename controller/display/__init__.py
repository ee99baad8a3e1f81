"""Public view → picture → serial frames, the link to the firmware, and a display without hardware."""
