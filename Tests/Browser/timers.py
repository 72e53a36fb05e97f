"""The double's timers: chosen, shown and stored. Time stands still here too."""

import uuid

kinds = ["for-time", "amrap", "emom"]
cue_groups = ["start", "interval", "countdown", "last-minute", "thirty-seconds", "rest", "finish"]
unoffered = {"for-time": ["interval", "last-minute"], "amrap": ["interval"], "emom": ["last-minute", "thirty-seconds"]}
common = {"source": "comparison", "sets": 1, "restSeconds": 120, "cues": cue_groups}
standard = {
    "for-time": {"kind": "for-time", "rounds": 10, **common},
    "amrap": {"kind": "amrap", "durationSeconds": 600, **common},
    "emom": {"kind": "emom", "intervals": 10, "intervalSeconds": 60, "rounds": 5, **common},
}


class Timers:
    """A program's state of timers; a part of `double.Program`."""

    def set_up_timers(self):
        self.configurations = {}
        self.practices = []
        self.removed = []
        self.cues_told = 0
        self.begins = True  # else there is no sound

    # Words.

    def count(self, key, count, **values):
        return self.t(f"timer.{key}.{'one' if count == 1 else 'other'}", count=count, **values)

    def words(self, seconds):
        parts = [("hours", seconds // 3600), ("minutes", seconds // 60 % 60), ("seconds", seconds % 60)]
        return " ".join(self.count(key, number) for key, number in parts if number) or self.count("seconds", 0)

    def digits(self, seconds):
        return f"{seconds // 60}:{seconds % 60:02}"

    def rows(self, configuration):
        each, t = configuration, self.t
        none = t("timer.value.none")
        rows = {
            "for-time": lambda: [("rounds", str(each["rounds"])), ("cap", self.words(each["capSeconds"]) if "capSeconds" in each else none)],
            "amrap": lambda: [("duration", self.words(each["durationSeconds"]))],
            "emom": lambda: [("slots", str(each["intervals"])), ("slot-length", self.words(each["intervalSeconds"])),
                             ("rounds-each", str(each["rounds"]))],
        }[each["kind"]]()
        rows.insert(0, ("type", t(f"timer.name.{each['kind']}")))
        rows.append(("source", t(f"timer.source.{each['source']}")))
        if each["sets"] > 1:
            rows += [("sets", str(each["sets"])), ("rest", self.words(each["restSeconds"]) if each["restSeconds"] else none)]
        length = {"for-time": each.get("capSeconds"), "amrap": each.get("durationSeconds"), "emom": each.get("intervals", 0) * each.get("intervalSeconds", 0)}[each["kind"]]
        if length and (each["sets"] > 1 or each["kind"] == "emom"):
            total = self.words(length * each["sets"] + each["restSeconds"] * (each["sets"] - 1))
            rows.append(("total", t("timer.value.at-most", time=total) if each["kind"] == "for-time" else total))
        if each.get("countdownSeconds"):
            rows.append(("countdown", self.words(each["countdownSeconds"])))
        return [{"label": t(f"timer.label.{label}"), "value": value} for label, value in rows]

    def short(self, configuration):
        each, t = configuration, self.t
        parts = {
            "for-time": lambda: [self.count("rounds", each["rounds"]),
                                 t("timer.short.cap", time=self.words(each["capSeconds"])) if "capSeconds" in each else t("timer.short.no-cap")],
            "amrap": lambda: [self.words(each["durationSeconds"])],
            "emom": lambda: [self.count("slots-of", each["intervals"], time=self.words(each["intervalSeconds"])),
                             self.count("rounds-each", each["rounds"])],
        }[each["kind"]]()
        parts.append(t(f"timer.source.{each['source']}.within"))
        if each["sets"] > 1:
            parts.append(self.count("sets", each["sets"]))
        return ", ".join(parts)

    def timer_cards(self):
        cards = []
        for kind in kinds:
            configuration = self.configurations.get(kind, standard[kind])
            cards.append({"kind": kind, "title": self.t(f"timer.name.{kind}"), "use": self.t(f"timer.use.{kind}"),
                          "rows": self.rows(configuration), "last": self.short(configuration),
                          "isUsed": kind in self.configurations, "configuration": configuration})
        return cards

    # The one that is in use.

    def timer(self, phase, configuration, **changes):
        """A timer in `phase`, half a minute after its beginning."""
        t, kind = self.t, configuration["kind"]
        rounds = None if kind == "amrap" else configuration["rounds"]
        round = changes.pop("round", 0)
        sets, set = configuration["sets"], changes.pop("set", 1)
        seconds = changes.pop("seconds", {"for-time": 30, "amrap": 570, "emom": 30}[kind])
        stage = changes.get("pausedIn") or phase
        label = {"countdown": "countdown", "resting": "rest", "finished": "practised"}.get(stage) or {"for-time": "gone", "amrap": "left", "emom": "slot"}[kind]
        is_left = label in ("countdown", "rest", "left", "slot")
        spoken = self.words(seconds)
        slot = changes.pop("slot", 2 if kind == "emom" and stage == "running" else None)
        round_line = t("timer.rounds-of", round=round, rounds=rounds) if rounds and phase != "finished" else self.count("rounds", round)
        is_waiting = changes.get("waiting", False)
        trains = configuration["source"] != "free"
        line = {
            "confirming": lambda: t("timer.line.confirming"), "countdown": lambda: t("timer.line.countdown"),
            "running": lambda: t("timer.line.waiting" if is_waiting else "timer.line.training" if trains else "timer.line.free"),
            "paused": lambda: t("timer.line.paused"), "resting": lambda: t("timer.line.resting", set=set + 1, sets=sets),
            "finished": lambda: t("timer.line.complete", rounds=self.count("rounds", round), time=self.words(seconds)),
        }[phase]()
        return {
            "phase": phase, "pausedIn": None, "kind": kind, "title": t(f"timer.name.{kind}"), "trains": trains,
            "rows": self.rows(configuration), "configuration": configuration, "time": self.digits(seconds),
            "timeLabel": t(f"timer.time.{label}"), "spoken": t("timer.spoken.left", time=spoken) if is_left else spoken,
            "round": round, "rounds": rounds, "roundLine": round_line, "slot": slot,
            "slots": configuration.get("intervals"),
            "slotLine": t("timer.slot-of", slot=slot, slots=configuration["intervals"]) if slot else None,
            "set": set, "sets": sets, "setLine": t("timer.set-of", set=set, sets=sets) if sets > 1 else None,
            "lastSplit": self.split() if round else None, "waiting": False,
            "complete": True if phase == "finished" else None, "line": line,
            "cue": None if phase in ("paused", "finished") else (self.state.get("timer") or {}).get("cue"), **changes,
        }

    def split(self):
        return self.t("timer.tenths", value="12,4" if self.language == "de" else "12.4")

    def show_timer(self, phase, configuration=None, **changes):
        """The timer enters `phase`, with its chosen configuration unless another is given."""
        configuration = configuration or (self.state["timer"] or {}).get("configuration") or standard["amrap"]
        self.put(timer=self.timer(phase, configuration, **changes))

    def leave_timer(self):
        self.put(timer=None)

    def tell_cue(self, cue, **changes):
        self.cues_told += 1
        told = {"cue": cue, "number": self.cues_told, "text": self.t(f"timer.cue.{cue}")}
        self.put(timer={**self.state["timer"], **changes, "cue": told})

    def take_timer(self, intent):
        """The effects of intents on a timer, as far as pages can see."""
        timer, kind = self.state["timer"], intent["intent"]
        phase = timer and timer["phase"]
        if kind == "timer-quick-start":
            chosen = intent["kind"]
            self.show_timer("confirming", self.configurations.get(chosen, standard[chosen]))
        elif kind == "timer-choose":
            self.show_timer("confirming", intent["configuration"])
        elif kind == "timer-cancel" and phase in ("confirming", "finished"):
            self.leave_timer()
        elif kind == "timer-confirm" and phase == "confirming" and not self.begins:
            line = self.t("sound.refused")
            number = (self.state["refused"] or {}).get("number", 0) + 1
            self.put(refusal=line, refused={"number": number, "line": line})
        elif kind == "timer-confirm" and phase == "confirming":
            configuration = timer["configuration"]
            self.configurations[configuration["kind"]] = configuration
            self.put(timers=self.timer_cards())
            is_counting = bool(configuration.get("countdownSeconds"))
            if timer["trains"] and not is_counting:
                self.put(timer=self.timer("running", configuration), mode=configuration["source"])
                self.start(configuration["source"])
            elif is_counting:
                self.show_timer("countdown", seconds=configuration["countdownSeconds"])
            else:
                self.show_timer("running")
            if not is_counting:
                self.tell_cue("start")
        elif kind == "timer-confirm" and phase == "paused":
            self.show_timer(timer["pausedIn"], round=timer["round"])
        elif (kind in ("timer-pause", "stop", "navigate")) and phase in ("countdown", "running", "resting"):
            if self.state["mode"]:
                self.stop()
            self.show_timer("paused", pausedIn=phase, round=timer["round"])
        elif kind == "timer-skip-rest" and phase == "resting":
            self.show_timer("running", set=timer["set"] + 1)
        elif kind == "timer-end" and phase in ("countdown", "running", "paused", "resting"):
            self.finish(timer["round"] or 0)
        elif kind == "timer-round" and phase == "running" and not timer["trains"]:
            self.show_timer("running", round=timer["round"] + 1)

    def finish(self, rounds):
        configuration = self.state["timer"]["configuration"]
        self.keep(kind=configuration["kind"], rounds=rounds)
        self.put(timer=self.timer("finished", configuration, seconds=90, round=rounds), historyChanges=self.state["historyChanges"] + 1)

    # The stored practices.

    def keep(self, kind="amrap", rounds=2, sets=1, state="complete", date=None):
        """A practice more, the newest."""
        t = self.t
        part = lambda number: {
            "title": t("timer.set", set=number), "time": "1:30",
            "rounds": [{"number": each + 1, "split": self.split(), "time": f"0:{12 * (each + 1) % 60:02}"} for each in range(rounds)],
        }
        self.practices.insert(0, {
            "id": str(uuid.uuid4()).upper(), "kind": kind, "title": t(f"timer.name.{kind}"),
            "date": date or t("timer.date.today", time="18:40"), "configuration": self.short(standard[kind]), "time": "1:30",
            "rounds": self.count("rounds", rounds * sets), "state": state, "stateText": t(f"timer.state.{state}"),
            "sets": [part(number + 1) for number in range(sets)],
        })

    def history(self, query):
        ids = [each["id"] for each in self.practices]
        begin = ids.index(query["before"]) + 1 if "before" in query else 0
        end = begin + int(query.get("limit", 20))
        listed = [{key: value for key, value in each.items() if key != "sets"} for each in self.practices[begin:end]]
        return {"workouts": listed, "more": end < len(self.practices)}

    def sets(self, id):
        return {"sets": next(each["sets"] for each in self.practices if each["id"] == id)}

    def remove_practice(self, id):
        self.removed += [(self.practices[place + 1:], each) for place, each in enumerate(self.practices) if each["id"] == id]
        self.practices = [each for each in self.practices if each["id"] != id]
        self.put(historyChanges=self.state["historyChanges"] + 1)

    def restore_practice(self, id):
        older, practice = next(each for each in self.removed if each[1]["id"] == id)
        self.removed.remove((older, practice))
        self.practices.insert(len(self.practices) - sum(each in older for each in self.practices), practice)
        self.put(historyChanges=self.state["historyChanges"] + 1)

    # The choices.

    def timer_fields(self):
        t = self.t
        label = lambda key: t(f"timer.label.{key}")
        number = lambda key, name, low, high: {"key": key, "label": label(name), "kind": "number", "minimum": low, "maximum": high, "step": 1}
        none = [{"value": "off", "label": t("timer.value.none")}]

        def time(key, name, low, high, step, offered=None):
            more = {"kind": "off-or-number", "offered": offered, "choices": none} if offered else {"kind": "number"}
            return {"key": key, "label": label(name), "minimum": low, "maximum": high, "step": step, "unit": "s", **more}

        sources = ["comparison", "matching", "interval-comparison", "interval-matching", "timing", "chords", "beats", "temperament", "free"]
        source = {"key": "source", "label": label("source"), "kind": "choice",
                  "choices": [{"value": each, "label": t(f"timer.source.{each}")} for each in sources]}
        own = {
            "for-time": [number("rounds", "rounds", 1, 999), time("capSeconds", "cap", 30, 3600, 30, 1200)],
            "amrap": [time("durationSeconds", "duration", 30, 3600, 30)],
            "emom": [number("intervals", "slots", 1, 60), time("intervalSeconds", "slot-length", 15, 600, 5), number("rounds", "rounds-each", 1, 999)],
        }
        sets = [number("sets", "sets", 1, 10), time("restSeconds", "rest", 15, 600, 15, 120), time("countdownSeconds", "countdown", 3, 60, 1, 10)]
        def cues(kind):
            return [{"key": each, "label": t(f"timer.cues.{each}"), "kind": "on-off"} for each in cue_groups if each not in unoffered[kind]]

        return {"timers": [
            {"kind": kind, "title": t(f"timer.name.{kind}"), "use": t(f"timer.use.{kind}"), "groups": [
                {"title": t("timer.group.practice"), "fields": own[kind] + [source]}, {"title": t("timer.group.sets"), "fields": sets},
                {"title": label("cues"), "fields": cues(kind)}]} for kind in kinds]}
