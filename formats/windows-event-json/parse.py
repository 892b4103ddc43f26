"""Reads events of Windows as JSON, as Winlogbeat or NXLog write them, after their field references and Microsoft's audit events."""

from reading import enveloped, read_log

HEADER = enveloped(
    r"(?:[\w./-]{1,40}(?:\[\d{1,9}\])?:? )?"
    r"(?=\{ ?\"[^\n]{0,1200}?\"(?:winlog|EventID|ProviderGuid|SourceModuleType|provider_guid)\": ?)"
)
BODIES = "json"
KEYS = {
    "@timestamp": "timestamp_text", "EventTime": "timestamp_text", "EventReceivedTime": "received_time", "winlog.computer_name": "host",
    "Hostname": "host", "host.name": "host_name", "winlog.event_id": "event_code:int", "event.code": "event_code:int", "EventID": "event_code:int",
    "winlog.channel": "channel", "Channel": "channel", "winlog.provider_name": "provider", "SourceName": "provider", "event.provider": "provider",
    "winlog.record_id": "record_id:int", "RecordNumber": "record_id:int", "log.level": "level", "Severity": "level", "SeverityValue": "severity:int",
    "message": "text", "Message": "text", "winlog.process.pid": "pid:int", "ProcessID": "pid:int", "ExecutionProcessID": "pid:int",
    "winlog.event_data.TargetUserName": "user", "TargetUserName": "user", "winlog.event_data.SubjectUserName": "subject_user", "SubjectUserName": "subject_user",
    "winlog.event_data.TargetDomainName": "domain", "TargetDomainName": "domain", "winlog.event_data.SubjectDomainName": "subject_domain", "SubjectDomainName": "subject_domain",
    "winlog.event_data.IpAddress": "source_address", "IpAddress": "source_address", "winlog.event_data.IpPort": "source_port:int", "IpPort": "source_port:int",
    "winlog.event_data.LogonType": "logon_type:int", "LogonType": "logon_type:int", "winlog.event_data.WorkstationName": "workstation", "WorkstationName": "workstation",
    "winlog.event_data.ProcessName": "process", "ProcessName": "process", "winlog.event_data.NewProcessName": "new_process", "NewProcessName": "new_process",
    "winlog.event_data.CommandLine": "command", "CommandLine": "command", "winlog.event_data.ParentProcessName": "parent_process", "ParentProcessName": "parent_process",
    "winlog.event_data.ServiceName": "service", "ServiceName": "service", "winlog.event_data.Status": "status", "Status": "status",
    "winlog.event_data.SubStatus": "sub_status", "SubStatus": "sub_status", "winlog.event_data.FailureReason": "reason", "FailureReason": "reason",
    "winlog.event_data.SourceAddress": "source_address", "SourceAddress": "source_address", "winlog.event_data.SourcePort": "source_port:int", "SourcePort": "source_port:int",
    "winlog.event_data.DestAddress": "destination_address", "DestAddress": "destination_address", "winlog.event_data.DestPort": "destination_port:int", "DestPort": "destination_port:int",
    "winlog.event_data.Protocol": "protocol", "Protocol": "protocol", "winlog.event_data.Application": "application", "Application": "application",
    "winlog.event_data.ShareName": "share", "ShareName": "share", "winlog.event_data.TaskName": "task", "TaskName": "task", "winlog.event_data.MemberName": "member",
    "MemberName": "member", "winlog.event_data.CallingStationID": "calling_station", "CallingStationID": "calling_station", "winlog.event_data.NASIPv4Address": "nas_address",
    "NASIPv4Address": "nas_address", "winlog.event_data.ClientName": "client", "ClientName": "client", "winlog.event_data.Reason": "reason", "Reason": "reason",
    "winlog.event_data.param1": "param1", "winlog.event_data.param2": "param2", "winlog.task": "category", "Category": "category", "event.action": "action",
    "event.outcome": "outcome", "winlog.keywords": "keywords", "Keywords": "keywords", "EventType": "event_kind", "winlog.opcode": "opcode", "Opcode": "opcode",
}  # fmt: skip
TYPES = (
    "event_code",
    {
        "41": "RebootedWithoutCleanShutdown", "104": "LogFileCleared", "1000": "ApplicationFaulting", "1074": "ShutdownInitiated", "1100": "EventLoggingServiceShutDown",
        "1102": "AuditLogCleared", "4608": "WindowsStartingUp", "4616": "SystemTimeChanged", "4624": "AccountLoggedOn", "4625": "AccountFailedToLogOn", "4634": "AccountLoggedOff",
        "4647": "UserInitiatedLogoff", "4648": "LogonWithExplicitCredentials", "4656": "HandleToObjectRequested", "4657": "RegistryValueModified", "4663": "AttemptToAccessObject",
        "4670": "PermissionsChanged", "4672": "SpecialPrivilegesAssigned", "4673": "PrivilegedServiceCalled", "4688": "ProcessCreated", "4689": "ProcessExited", "4697": "ServiceInstalled",
        "4698": "ScheduledTaskCreated", "4699": "ScheduledTaskDeleted", "4700": "ScheduledTaskEnabled", "4701": "ScheduledTaskDisabled", "4702": "ScheduledTaskUpdated",
        "4719": "AuditPolicyChanged", "4720": "UserAccountCreated", "4722": "UserAccountEnabled", "4723": "AttemptToChangePassword", "4724": "AttemptToResetPassword",
        "4725": "UserAccountDisabled", "4726": "UserAccountDeleted", "4727": "GlobalGroupCreated", "4728": "MemberAddedToGlobalGroup", "4729": "MemberRemovedFromGlobalGroup",
        "4731": "LocalGroupCreated", "4732": "MemberAddedToLocalGroup", "4733": "MemberRemovedFromLocalGroup", "4738": "UserAccountChanged", "4740": "UserAccountLockedOut",
        "4741": "ComputerAccountCreated", "4742": "ComputerAccountChanged", "4743": "ComputerAccountDeleted", "4756": "MemberAddedToUniversalGroup", "4757": "MemberRemovedFromUniversalGroup",
        "4767": "UserAccountUnlocked", "4768": "KerberosAuthenticationTicketRequested", "4769": "KerberosServiceTicketRequested", "4770": "KerberosServiceTicketRenewed",
        "4771": "KerberosPreAuthenticationFailed", "4776": "CredentialsValidated", "4778": "SessionReconnected", "4779": "SessionDisconnected", "4781": "AccountNameChanged",
        "4798": "LocalGroupMembershipEnumerated", "4799": "LocalGroupMembershipEnumerated", "4946": "FirewallRuleAdded", "4947": "FirewallRuleModified", "4948": "FirewallRuleDeleted",
        "5136": "DirectoryServiceObjectModified", "5140": "NetworkShareAccessed", "5145": "NetworkShareChecked", "5152": "PacketBlocked", "5156": "ConnectionPermitted", "5157": "ConnectionBlocked",
        "5158": "BindPermitted", "5379": "CredentialsRead", "6005": "EventLogServiceStarted", "6006": "EventLogServiceStopped", "6008": "UnexpectedShutdown", "6272": "NetworkPolicyServerGrantedAccess",
        "6273": "NetworkPolicyServerDeniedAccess", "6274": "NetworkPolicyServerDiscardedRequest", "6278": "NetworkPolicyServerGrantedFullAccess", "7034": "ServiceTerminatedUnexpectedly",
        "7036": "ServiceEnteredState", "7040": "ServiceStartTypeChanged", "7045": "ServiceInstalled",
    },
)  # fmt: skip
OTHER = "WindowsEvent"


def parse(lines):
    """Read the objects; of a text of several lines, whose tabs are escaped in the log, the first line counts."""
    records = read_log(lines, HEADER, bodies=BODIES, keys=KEYS, types=TYPES, other=OTHER, templates=True)
    for record in records:
        text = record["values"].get("text")
        if isinstance(text, str):
            record["values"]["text"] = text.strip().split("\n")[0].split("\t")[0].strip()
    return records
