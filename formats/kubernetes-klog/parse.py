"""Reads logs of Kubernetes' components in klog's format, after "System Logs" of the Kubernetes documentation."""

from reading import enveloped, read_log

KLOG = r"(?P<level>[IWEF])(?P<timestamp_text>[01]\d[0-3]\d [0-2]\d:[0-5]\d:[0-6]\d\.\d{6}) {1,8}(?P<pid>\d{1,10}) (?P<source_file>[\w.-]{1,80}\.(?:go|cc)):(?P<source_line>\d{1,6})\] "
HEADER = enveloped(r"(?:(?P<process>[\w.-]{1,60})(?:\[\d{1,10}\])?: )?" + KLOG)
KINDS = {"pid": "int", "source_line": "int"}
ERR = '<? err="<reason:(?:[^"\\\\]|\\\\.)*><:">?>'
EVENTS = [
    ("EventOccurred", '"Event occurred" object="<object:[^"]*>"<:[^"]*><? fieldPath="<field_path:[^"]*><:">?> kind="<kind:[^"]*>" apiVersion="<api_version:[^"]*>" type="<event_type:[^"]*>" reason="<reason:[^"]*>" message="<text:(?:[^"\\\\]|\\\\.)*>"'),
    ("ErrorSyncingPod", '"Error syncing pod, skipping" err="<reason:(?:[^"\\\\]|\\\\.)*>" pod="<pod:[^"]*>" podUID="<pod_uid:[^"]*>"'),
    ("ErrorSyncingPod", '"Error syncing pod, skipping" err="<reason:(?:[^"\\\\]|\\\\.)*>" pod="<pod:[^"]*>" podUID=<pod_uid>'),
    ("SyncLoop", '"SyncLoop <action:\\w+>" source="<source:[^"]*>" pods=<pods:text>'),
    ("SyncLoopPleg", '"SyncLoop (PLEG): event for pod" pod="<pod:[^"]*>" event=<event:text>'),
    ("SyncLoopProbe", '"SyncLoop (probe)" probe="<probe:[^"]*>" status="<status:[^"]*>" pod="<pod:[^"]*>"'),
    ("ProbeFailed", '"Probe failed" probeType="<probe:[^"]*>" pod="<pod:[^"]*>" podUID=<pod_uid> containerName="<container:[^"]*>" probeResult="<result:[^"]*>" output="<output:(?:[^"\\\\]|\\\\.)*>"'),
    ("ObservedPodStartupDuration", '"Observed pod startup duration" pod="<pod:[^"]*>" podStartSLOduration=<slo_duration:[0-9.]+><:.*>'),
    ("SuccessfullyBoundPodToNode", '"Successfully bound pod to node" pod="<pod:[^"]*>" node="<node:[^"]*>" evaluatedNodes=<evaluated_nodes:int> feasibleNodes=<feasible_nodes:int>'),
    ("UnableToSchedulePod", '"Unable to schedule pod; no fit; waiting" pod="<pod:[^"]*>"' + ERR),
    ("RemoveContainer", '"RemoveContainer" containerID="<container_id:[^"]*>"'),
    ("RemoveContainer", '"RemoveContainer" containerID=<container_id>'),
    ("StartingKubelet", '"Starting kubelet main sync loop"'),
    ("StartedKubelet", '"Started kubelet"'),
    ("SkippingPodSynchronization", '"Skipping pod synchronization" err="<reason:(?:[^"\\\\]|\\\\.)*>"'),
    ("FailedToUpdateLease", '"Failed to update lease"' + ERR),
    ("FailedToEnsureLeaseExists", '"Failed to ensure lease exists, will retry" err="<reason:(?:[^"\\\\]|\\\\.)*>" interval="<interval:[^"]*>"'),
    ("UnableToRegisterNode", '"Unable to register node with API server" err="<reason:(?:[^"\\\\]|\\\\.)*>" node="<node:[^"]*>"'),
    ("AttemptingToRegisterNode", '"Attempting to register node" node="<node:[^"]*>"'),
    ("SuccessfullyRegisteredNode", '"Successfully registered node" node="<node:[^"]*>"'),
    ("NodeBecameNotReady", '"Node became not ready" node="<node:[^"]*>" condition=<condition:text>'),
    ("EvictionManager", '"Eviction manager: <action:[^"]+>"<? <detail:.*>?>'),
    ("HttpRequest", '"HTTP" verb="<method:[A-Z]+>" URI="<url:[^"]*>" latency="<duration:[^"]*>" userAgent="<user_agent:[^"]*>" audit-ID="<audit_id:[^"]*>" srcIP="<source:[^"]*>" resp=<status:int>'),
    ("CachesAreSynced", '"Caches are synced" controller="<controller:[^"]*>"'),
    ("CachesAreSynced", "Caches are synced for <controller:text>"),
    ("WaitingForCachesToSync", '"Waiting for caches to sync"<? controller="<controller:[^"]*><:">?>'),
    ("WaitingForCachesToSync", "Waiting for caches to sync for <controller:text>"),
    ("StartingController", '"Starting controller" controller="<controller:[^"]*>"'),
    ("StartingController", "Starting <controller:.+> controller"),
    ("ShuttingDownController", "Shutting down <controller:.+> controller"),
    ("AttemptingToAcquireLeaderLease", "attempting to acquire leader lease <lease:[^.\\s]+>..."),
    ("SuccessfullyAcquiredLease", "successfully acquired lease <lease>"),
    ("FailedToAcquireLease", "failed to acquire lease <lease>"),
    ("FailedToRenewLease", "failed to renew lease <lease:[^:\\s]+>: <reason:text>"),
    ("ErrorRetrievingResourceLock", "error retrieving resource lock <lease:[^:\\s]+>: <reason:text>"),
    ("FailedToList", "<where:\\S+>: failed to list <resource:[^:\\s]+>: <reason:text>"),
    ("FailedToWatch", "<where:\\S+>: Failed to watch <resource:[^:\\s]+>: <reason:text>"),
    ("WaitedDueToThrottling", "Waited for <duration> due to client-side throttling, not priority and fairness, request: <method:[A-Z]+>:<url>"),
    ("AllocatedClusterIps", '"allocated clusterIPs" service="<service:[^"]*>" clusterIPs=<addresses:text>'),
    ("UsingProxier", '"Using iptables Proxier"'),
    ("UsingProxier", '"Using ipvs Proxier"'),
    ("Flag", 'FLAG: --<flag:[^=]+>="<value:[^"]*>"'),
    ("ServingSecurely", "Serving securely on <listen>"),
    ("TlsHandshakeError", "http: TLS handshake error from <source:\\S+>: <reason:text>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)
