"""Controllers that are sold, as the rig plays them."""

from rig.comparison import Hand

APC_HIGHER, APC_LOWER = range(32, 64), range(0, 32)
APC_COMPARISON, APC_STOP = 100, 119
APC_LIGHTS = [*APC_LOWER, *APC_HIGHER, *range(100, 104)]


def mpk_mini(rig):
    """An Akai MPK mini 3, plugged in, and a hand on its keys an octave from middle C."""
    keys = rig.controller("MPK mini 3", vendor=0x09E8, product_id=0x0049, manufacturer="AKAI")
    return keys, Hand(keys, higher=72, lower=48)


def apc_mini(rig):
    """An Akai APC mini mk2, plugged in, and a hand on two of its pads which starts with its first track button."""
    pads = rig.controller("APC mini mk2", vendor=0x09E8, product_id=0x004F, manufacturer="AKAI", ports=2)
    return pads, Hand(pads, higher=45, lower=10, start=APC_COMPARISON)
