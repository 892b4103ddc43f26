"""Reads auth.log of Linux: sudo, su, PAM, useradd and its like, cron, systemd-logind, after their manual pages."""

from reading import enveloped, read_log

TAGS = r"(?:sudo|su|pkexec|polkitd|login|gdm-password\]|passwd|chpasswd|chage|useradd|usermod|userdel|groupadd|groupmod|groupdel|gpasswd|newusers|CRON|crond|cron|atd|systemd-logind|elogind-daemon|systemd-user|runuser|dbus-daemon|vsftpd|doas)"
NOT_JUNOS = r"(?![^\[]{0,200}\[junos@)"
HEADER = [NOT_JUNOS + pattern for pattern in enveloped(tag=TAGS)]

EVENTS = [
    ("SudoIncorrectPasswordAttempts", "<user> : <count:int> incorrect password attempt<?s?> ; TTY=<tty> ; PWD=<directory:text> ; USER=<target_user> ; COMMAND=<command:text>"),
    ("UserNotInSudoers", "<user> : user <reason=NOT in sudoers> ; TTY=<tty> ; PWD=<directory:text> ; USER=<target_user> ; COMMAND=<command:text>"),
    ("CommandNotAllowed", "<user> : command <reason=not allowed> ; TTY=<tty> ; PWD=<directory:text> ; USER=<target_user> ; COMMAND=<command:text>"),
    ("PasswordRequired", "<user> : a password is required ; TTY=<tty> ; PWD=<directory:text> ; USER=<target_user> ; COMMAND=<command:text>"),
    ("Command", "<user> : TTY=<tty> ; PWD=<directory:text> ; USER=<target_user> ;<? GROUP=<group> ;?><? TSID=<session_id> ;?><? ENV=<environment:text> ;?> COMMAND=<command:text>"),
    ("Command", "<user> : PWD=<directory:text> ; USER=<target_user> ;<? GROUP=<group> ;?> COMMAND=<command:text>"),
    ("SessionOpened", "pam_unix(<service>:<phase>): session opened for user <user:[^\\s\\(]+><?(uid=<uid:int>)?> by <caller?:[^\\s\\(]*>(uid=<caller_uid:int>)"),
    ("SessionClosed", "pam_unix(<service>:<phase>): session closed for user <user>"),
    ("AuthenticationFailure", "pam_unix(<service>:<phase>): authentication failure; logname=<logname?> uid=<uid:int> euid=<euid:int> tty=<tty?> ruser=<caller?> rhost=<source_address?>< ><? user=<user>?>"),
    ("CheckPassUserUnknown", "pam_unix(<service>:<phase>): check pass; user unknown"),
    ("AuthCouldNotIdentifyPassword", "pam_unix(<service>:<phase>): auth could not identify password for [<user:[^\\]]+>]"),
    ("ConversationFailed", "pam_unix(<service>:<phase>): conversation failed"),
    ("PasswordChanged", "pam_unix(<service>:<phase>): password changed for <user>"),
    ("AccountExpired", "pam_unix(<service>:<phase>): account <user> has expired (<reason:text>)"),
    ("PamTallyLocked", "pam_faillock(<service>:<phase>): Consecutive login failures for user <user> account temporarily locked"),
    ("AccessDenied", "pam_<module>(<service>:<phase>): access denied for user `<user:[^']+>' from `<source:[^']+>'"),
    ("AuthenticationSuccess", "pam_sss(<service>:<phase>): authentication success; logname=<logname?> uid=<uid:int> euid=<euid:int> tty=<tty?> ruser=<caller?> rhost=<source_address?>< ><? user=<user>?>"),
    ("AuthenticationFailure", "pam_sss(<service>:<phase>): authentication failure; logname=<logname?> uid=<uid:int> euid=<euid:int> tty=<tty?> ruser=<caller?> rhost=<source_address?>< ><? user=<user>?>"),
    ("ReceivedForUser", "pam_sss(<service>:<phase>): received for user <user>: <code:int> (<reason:text>)"),
    ("SuccessfulSu", "Successful su for <target_user> by <user>"),
    ("FailedSu", "FAILED su for <target_user> by <user>"),
    ("FailedSu", "FAILED SU (to <target_user>) <user> on <tty>"),
    ("ToUserOnTty", "(to <target_user>) <user> on <tty>"),
    ("SuTerminal", "<result=[+-]> <tty> <user:[\\w.-]+>:<target_user>"),
    ("NewUser", "new user: name=<user>, UID=<uid:int>, GID=<gid:int>, home=<home>, shell=<shell><?, from=<tty>?>"),
    ("NewGroup", "new group: name=<group>, GID=<gid:int>"),
    ("GroupAdded", "group added to <file:\\S+>: name=<group><?, GID=<gid:int>?>"),
    ("AddUserToGroup", "add '<user:[^']+>' to <kind=group|shadow group> '<group:[^']+>'"),
    ("DeleteUserFromGroup", "delete '<user:[^']+>' from <kind=group|shadow group> '<group:[^']+>'"),
    ("DeleteUser", "delete user '<user:[^']+>'"),
    ("RemovedGroup", "removed group '<group:[^']+>' owned by '<owner:[^']+>'"),
    ("ChangeUserPassword", "change user '<user:[^']+>' password"),
    ("ChangeUser", "change user '<user:[^']+>' <attribute> from '<before?:[^']*>' to '<after?:[^']*>'"),
    ("LockUserPassword", "lock user '<user:[^']+>' password"),
    ("UnlockUserPassword", "unlock user '<user:[^']+>' password"),
    ("AddedByToGroup", "user <user> added by <caller> to group <group>"),
    ("ChangedPasswordExpiry", "changed password expiry for <user>"),
    ("CronCommand", "(<user:[^)\\s]+>) CMD (<command:text>)"),
    ("CronCommandEnd", "(<user:[^)\\s]+>) CMDEND (<command:text>)"),
    ("CronReload", "(<user:[^)\\s]+>) RELOAD (<path:text>)"),
    ("CronError", "(<user:[^)\\s]+>) ERROR (<reason:text>)"),
    ("CronInfo", "(CRON) INFO (<reason:text>)"),
    ("NewSession", "New session '<session_id:[^']+>' of user '<user:[^']+>' with class '<class:[^']+>' and type '<kind:[^']+>'."),
    ("NewSession", "New session <session_id> of user <user:\\S+>."),
    ("SessionLoggedOut", "Session <session_id> logged out. Waiting for processes to exit."),
    ("RemovedSession", "Removed session <session_id:\\w+>."),
    ("NewSeat", "New seat <seat:\\w+>."),
    ("WatchingSystemButtons", "Watching system buttons on <path> (<name:text>)"),
    ("PowerKeyPressed", "Power key pressed short."),
    ("PowerKeyPressed", "Power key pressed."),
    ("SystemIsGoingDown", "System is <action:rebooting|powering down|going down for reboot NOW!|going down for poweroff NOW!>."),
    ("FailedLogin", "FAILED LOGIN (<count:int>) on '<tty:[^']+>' FOR '<user:[^']+>', <reason:text>"),
    ("RootLogin", "ROOT LOGIN  on '<tty:[^']+>'<? FROM '<source_address:[^']+>'?>"),
    ("LoginOn", "LOGIN ON <tty> BY <user><? FROM <source_address>?>"),
    ("OperatorAuthenticated", "Operator of <session> successfully authenticated as <identity> to gain <authorization> authorization for action <action> for <process_text:text>"),
    ("ExecutingCommand", "<user>: Executing command [USER=<target_user:[^\\]]+>] [TTY=<tty:[^\\]]+>] [CWD=<directory:[^\\]]+>] [COMMAND=<command:text>]"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, templates=True)
