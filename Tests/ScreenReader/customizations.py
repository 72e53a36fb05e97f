# Loaded by Orca as the user's customizations: logs a line for everything that it sends to its voice.
import os

from orca import settings, speechdispatcherfactory

# If other programs have the processors, it assumes that it hangs, and ends.
settings.timeoutTime = 0
server = speechdispatcherfactory.SpeechServer
if not hasattr(server, "speaks"):
    server.speaks = server._speak

    def speak(self, text, *arguments, **options):
        with open(os.environ["PEACH_SAID"], "a", encoding="utf-8") as file:
            file.write(" ".join(str(text).split()) + "\n")
        return self.speaks(text, *arguments, **options)

    server._speak = speak
