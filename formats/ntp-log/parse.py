"""Reads logs of time servers and clients: chronyd, after chrony.conf(5), and ntpd, after its own messages."""

from reading import enveloped, read_log

HEADER = enveloped(tag=r"(?:chronyd|chrony|ntpd|ntpdate|ntpd_intres)")
EVENTS = [
    ("SelectedSource", "Selected source <server_address:[0-9A-Fa-f.:]+><? (<server:[^)]+>)?>"),
    ("SourceOnline", "Source <server_address:[0-9A-Fa-f.:]+><? (<server:[^)]+>)?> <state=online|offline>"),
    ("SourceReplaced", "Source <server_address:[0-9A-Fa-f.:]+> replaced with <new_server_address:[0-9A-Fa-f.:]+><? (<server:[^)]+>)?>"),
    ("CantSynchronise", "Can't synchronise: <reason:text>"),
    ("SystemClockWrong", "System clock wrong by <seconds:float> seconds<?, <detail:text>?>"),
    ("SystemClockStepped", "System clock was stepped by <seconds:float> seconds"),
    ("SystemClockTaiOffset", "System clock TAI offset set to <seconds:int> seconds"),
    ("ChronydVersion", "chronyd version <version> starting (<features:text>)"),
    ("ChronydExiting", "chronyd exiting"),
    ("FrequencyRead", "Frequency <frequency:float> +/- <skew:float> ppm read from <path>"),
    ("InitialFrequency", "Initial frequency <frequency:float> ppm"),
    ("CouldNotResolve", "Could not resolve address of <name>"),
    ("UsingLeapSecondList", "Using leap second list <path>"),
    ("ReceivedKod", "Received KoD RATE from <server_address:[0-9A-Fa-f.:]+>"),
    ("ForwardTimeJumpDetected", "Forward time jump detected!"),
    ("BackwardTimeJumpDetected", "Backward time jump detected!<? (<detail:[^)]+>)?>"),
    ("NtpdStarting", "ntpd <version:\\S+> <build:.+> (<instance:\\d+>): Starting"),
    ("Synchronized", "synchronized to <server_address:[^,\\s]+>, stratum <stratum:int>"),
    ("TimeReset", "time reset <offset:[+-]?[0-9.]+> s"),
    ("TimeSlew", "time slew <offset:[+-]?[0-9.]+> s"),
    ("AdjustTimeServer", "adjust time server <server_address> offset <offset:[+-]?[0-9.]+> sec"),
    ("StepTimeServer", "step time server <server_address> offset <offset:[+-]?[0-9.]+> sec"),
    ("NoServersReachable", "no servers reachable"),
    ("NoServerSuitable", "no server suitable for synchronization found"),
    ("KernelTimeSyncStatus", "kernel time sync status <:change><? <status>?>"),
    ("FrequencyError", "frequency error <frequency:[+-]?[0-9.]+> PPM exceeds tolerance <tolerance:int> PPM"),
    ("ListenNormally", "Listen normally on <index:int> <interface:\\S+> <listen_address:[^:\\s]\\S*>:<listen_port:int>"),
    ("ListenAndDrop", "Listen and drop on <index:int> <interface:\\S+> <listen_address:\\S+>:<listen_port:int>"),
    ("SolicitingPoolServer", "Soliciting pool server <server_address>"),
    ("ErrorResolving", "error resolving pool <name:[^:]+>: <reason:text>"),
    ("NtpdExiting", "ntpd exiting on signal <signal:int> (<signal_name:[^)]+>)"),
    ("LeapsecondFile", "leapsecond file ('<path:[^']+>'): <detail:text>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, templates=True)
