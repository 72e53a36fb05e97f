"""Exercises, put together from the event stream."""


def gather(events, order, last="feedbackEnded"):
    """For each finished exercise, its events by name (notes as `noteStarted ROLE`) and the id of its record as `saved`.

    `order` are the events that make an exercise; fails unless each occurs exactly once per exercise, in this order.
    """
    saved = [event["id"] for event in events if event["event"] == "recordSaved"]
    found, current = [], {}
    for event in events:
        name = f"noteStarted {event['role']}" if event["event"] == "noteStarted" else event["event"]
        if name == order[0]:
            current = {}
        if name in order:
            assert name not in current, f"{name} is told twice for exercise {current[order[0]]['index']}"
            current[name] = event
        if name == last:
            assert tuple(current) == tuple(order), f"exercise {len(found) + 1} tells {list(current)}"
            found.append(current)
    assert len(saved) == len(found), f"{len(saved)} records for {len(found)} finished exercises"
    return [told | {"saved": identity} for told, identity in zip(found, saved)]


def state_at(events, rules):
    """The state of the last practice when it stopped; `rules` give a state (or None: unchanged) for an event."""
    state = running = None
    for event in events:
        if event["event"] == "sessionStopped":
            state = running
        else:
            running = rules(event, running) or running
    return state
