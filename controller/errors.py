"""Every error of the package. Each says in one sentence what, where, what is allowed, and is also a built-in kind."""


class DicetableError(Exception):
    """Something that can be said to a person in one sentence."""


class ConfigError(DicetableError, ValueError):
    """The configuration holds an unknown key or a bad value."""


class AnswersError(DicetableError, ValueError):
    """A file of answers holds a line that cannot be used."""


class JournalError(DicetableError, OSError):
    """The record cannot be opened or written.

    Attributes:
        why: the reason alone, for everybody at the table, whom the file's path does not concern; empty where there is
            none.
    """

    why = ""


class DamagedError(JournalError):
    """What is in the record's file is not what was written; the disk itself may be well."""


class DisplayError(DicetableError, OSError):
    """The display's port cannot be opened, or what answers there is no display of ours.

    The sentence is kept apart from what goes into it: the log has it in English, people in their language
    (``controller.i18n.sentence``).

    Attributes:
        text: the sentence with placeholders.
        values: what goes into them.
    """

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text.format(**values))
        self.text = text
        self.values = values


class PanelError(DicetableError, OSError):
    """A panel cannot be reached, or the library for it is not there."""


class PanelLibraryError(PanelError):
    """The library for panels over GPIO is not installed."""


class PageError(DicetableError, OSError):
    """The page cannot be served."""


class NoTerminalError(DicetableError, OSError):
    """Something that needs a terminal was started without one."""


class ChoiceError(DicetableError, ValueError):
    """An option of the command line has a value that is not possible."""


class RefereeError(DicetableError, ValueError):
    """What the referee asked for is not possible."""


class RecordError(DicetableError, ValueError):
    """There is no such game, or a file is no exported game."""


class StatusError(DicetableError, OSError):
    """A running station does not say how it is."""


class EndingError(DicetableError, OSError):
    """The station ends just now, and takes nothing any more."""
