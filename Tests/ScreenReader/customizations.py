# What Orca loads as somebody's own additions: a line for everything that it hands to its voice, whatever that makes of it.
import os

from orca import settings, speechdispatcherfactory

# Where others have the processors it takes itself for hung, and ends.
settings.timeoutTime = 0
server = speechdispatcherfactory.SpeechServer
if not hasattr(server, "speaks"):
    server.speaks = server._speak

    def speak(self, text, *arguments, **options):
        with open(os.environ["PEACH_SAID"], "a", encoding="utf-8") as file:
            file.write(" ".join(str(text).split()) + "\n")
        return self.speaks(text, *arguments, **options)

    server._speak = speak
