"""Every error of the package. Each is also a built-in kind, so that a caller who knows nothing of us can catch it."""


def N_(text: str) -> str:  # noqa: N802  (gettext's own name for "to be translated later")
    """Mark a sentence for the translators."""
    return text


class Word(str):
    """A value of a sentence that is itself to be said in the language of whoever reads it."""

    __slots__ = ()


class VisionError(Exception):
    """Something that can be said to a person in one sentence.

    The sentence is kept apart from what goes into it, so that whoever shows it can say it in another language:
    this package itself speaks English.

    Attributes:
        text: the sentence with placeholders.
        values: what goes into them.
    """

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text.format(**values))
        self.text = text
        self.values = values


class PictureError(VisionError, ValueError):
    """A file is no picture, or is damaged."""


class CameraError(VisionError, OSError):
    """A camera is absent, or gave no picture."""


class OutOfPicturesError(CameraError, EOFError):
    """A folder of pictures has no further one."""
