//! What a script tries in the sandbox of `migrate --verify`, and does not get. SECURITY.md names these tests.
//!
//! A script shows what it sees by its exit code: each try that succeeds ends it with a code of its own, and the runs are asked
//! to end with 0. What must not happen outside is a marker in a temporary folder.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::migrate_safety::{Check, Named, SCRIPT, Tree, ensure};
use crate::support::{run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 20] = [
        ("the_root_of_the_machine_is_not_there", root),
        ("another_user_without_rights", rights),
        ("nothing_is_inherited", inherited),
        ("nothing_of_the_user", user),
        ("no_socket_answers", sockets),
        ("system_calls_are_filtered", calls),
        ("output_is_no_file", output),
        ("output_is_capped", flood),
        ("files_are_capped", files),
        ("file_systems_are_capped", file_systems),
        ("other_programs_stop_no_run", others),
        ("processes_are_capped", processes),
        ("sockets_are_capped", pairs),
        ("memory_is_capped", memory),
        ("nothing_stays_behind", behind),
        ("a_signal_leaves_no_folder", signals),
        ("odd_names_and_kinds", odd),
        ("limits_come_before_the_environment", limits),
        ("a_verify_toml_needs_consent", consent),
        ("each_missing_wall_is_named", walls),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("migrate_sandbox::{name}"), test))
        .collect()
}

const VERIFY: [&str; 4] = ["--verify", "--trust", "--check", "."];

/// The report of running one script, which has to end with 0.
fn report(tree: &Tree, script: &str) -> Result<Value, Failed> {
    tree.script("a.sh", &format!("#!/bin/bash\n{script}\necho \"Items: 1\"\nexit 0\n"));
    if !tree.path.join("verify.toml").exists() {
        tree.script("verify.toml", "[[run]]\nexit = 0\n");
    }
    tree.report(&VERIFY).map(|report| report["files"][0]["verified"].clone())
}

/// Each try is a command that has to fail: the number of one that doesn't is the exit code.
fn refused(tree: &Tree, tries: &[&str]) -> Check {
    let tried = tries.iter().zip(10..).map(|(code, exit)| format!("( {code} ) && exit {exit}\n"));
    let seen = report(tree, &tried.collect::<String>())?;
    ensure(seen["identical"] == 1 && seen["runs"] == 1, format!("{seen}: one of {tries:?}"))
}

/// Runs a script that has to be stopped for what it does. It does so by few and quick commands: a slow machine would stop it
/// for its time.
fn stopped(script: &str, why: &str) -> Check {
    let tree = Tree::new();
    let seen = report(&tree, script)?;
    ensure(seen["skipped"] == why && seen["runs"] == 0, seen.to_string())
}

/// The attack that began this: mounts that root takes away.
fn root() -> Check {
    let tree = Tree::new();
    let mark = tree.path.join("../mark");
    let attack = format!(
        "x='a[$(umount /tmp; mount -o remount,bind,rw /; touch {0}; mount -o remount,rw {1}; touch {0})]'\n: $((x)) || :",
        mark.display(),
        tree.path.display()
    );
    tree.script("named.sh", &format!("#!/bin/bash\n{attack}\necho \"Items: 1\"\n"));
    tree.report(&["--verify", "--check", "named.sh"])?;
    ensure(!mark.exists(), "a run wrote on the machine")?;
    refused(
        &tree,
        &[
            "mkdir /usr/skillgen-was-here",
            "touch /here || touch /dev/here || touch /etc/here || touch /run/here",
            &format!("ls {}", tree.path.display()),
            "cat /etc/shadow || cat /etc/hostname || cat /proc/1/root/etc/shadow",
            "ls /proc/self/root/../root || ls /root || ls /sys || ls /boot",
            "echo x > /proc/sys/kernel/hostname || echo x > /proc/sys/kernel/core_pattern",
            "echo x > /proc/sysrq-trigger",
            "mount -t tmpfs x /tmp || umount /tmp || mount -o remount,rw /",
            "unshare -r true || unshare -U true || nsenter -t 1 -m true",
            "chroot / true",
        ],
    )?;
    ensure(!Path::new("/usr/skillgen-was-here").exists(), "a run wrote on the machine")
}

fn rights() -> Check {
    let status = "status() { while read -r key value; do [ \"$key\" = \"$1\" ] && echo \"$value\"; done </proc/self/status; }\n";
    let tree = Tree::new();
    let seen = report(
        &tree,
        &format!(
            "{status}[ \"$(id -u):$(id -g)\" = 1000:1000 ] || exit 10\n\
             for set in CapInh CapPrm CapEff CapBnd CapAmb; do [ \"$(status $set:)\" = 0000000000000000 ] || exit 11; done\n\
             [ \"$(status NoNewPrivs:)\" = 1 ] || exit 12\n\
             grep -q ' - tmpfs .*uid=[1-9]' /proc/self/mountinfo || exit 13\n\
             [ \"$(ls -d /proc/[0-9]* | wc -l)\" -lt 10 ] || exit 14\n\
             [ \"$(hostname)\" = sandbox ] || exit 15"
        ),
    )?;
    ensure(seen["identical"] == 1, seen.to_string())
}

/// No descriptor but the three, none of the environment: not in the script's, and not in that of bubblewrap, which is the
/// first process inside.
fn inherited() -> Check {
    let tree = Tree::new();
    let script = "ls -l /proc/self/fd | grep -q held && exit 10\n\
                  { : >&7 || : >&23; } 2>/dev/null && exit 16\n\
                  grep -qa SECRET /proc/*/environ && exit 11\n\
                  [ -z \"$SECRET$GITHUB_TOKEN\" ] || exit 12\n\
                  grep -qa '/skillgen[-]' /proc/*/cmdline && exit 13\n\
                  [ \"$HOME\" = /home/skill ] || exit 14\n\
                  ( : > /dev/tty ) && exit 15";
    tree.script("a.sh", &format!("#!/bin/bash\n{script}\necho \"Items: 1\"\n"));
    tree.script("verify.toml", "[[run]]\nexit = 0\n");
    tree.script("held", "");
    let mut command = Command::new("bash");
    let program = skillgen().get_program().to_owned();
    command.args(["-c", "exec 7<held 23>>held; exec \"$0\" migrate --format json \"$@\""]);
    command.arg(program).args(VERIFY).current_dir(&tree.path);
    command.env("SECRET", "SECRET").env("GITHUB_TOKEN", "SECRET");
    let (_, out, err) = text(&run_with(command, b""));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    let seen = &report["files"][0]["verified"];
    ensure(seen["identical"] == 1, seen.to_string())
}

/// Of a script in the user's own folder nothing else is copied.
fn user() -> Check {
    let tree = Tree::new();
    tree.script(".ssh/id", "secret\n");
    tree.script("a.sh", "#!/bin/bash\n[ \"$(ls -A -I skill-envelope.bash)\" = a.sh ] || exit 10\necho \"Items: 1\"\n");
    tree.script("verify.toml", "[[run]]\nexit = 0\n");
    let mut command = skillgen();
    command.args(["migrate", "--format", "json"]).args(VERIFY);
    command.current_dir(&tree.path).env("HOME", &tree.path);
    let (_, out, err) = text(&run_with(command, b""));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    let seen = &report["files"][0]["verified"];
    ensure(seen["identical"] == 1, seen.to_string())
}

/// Those of the file system are not mounted, and abstract ones belong to another network. No socket can be made, also none for
/// the loopback device.
fn sockets() -> Check {
    let tree = Tree::new();
    let perl = |family: u32| format!("perl -e 'socket(my $s, {family}, 1, 0) or exit 1'");
    let connect = "perl -e 'use Socket; socket(my $s, AF_INET, SOCK_STREAM, 0) or exit 1; connect($s, pack_sockaddr_in(80, inet_aton(\"10.0.0.1\"))) or exit 1'";
    let [unix, inet, inet6, netlink, vsock] = [1, 2, 10, 16, 40].map(perl);
    refused(&tree, &[&unix, &inet, &inet6, &netlink, &vsock, connect, "ls /run/* || ls /var/run/*"])
}

/// Calls that would do no harm here, and by which a filter is seen: they fail in another way without one.
fn calls() -> Check {
    let (new_user, ptrace, memfd, keyctl, clone3, personality) = match std::env::consts::ARCH {
        "x86_64" => (272, 101, 319, 250, 435, 135),
        "aarch64" => (97, 117, 279, 219, 435, 92),
        // There is no filter, and the report says so.
        _ => return Ok(()),
    };
    let call = |number: u32, args: &str, errno: u32| {
        format!(
            "perl -e '$! = 0; my $r = syscall({number}, {args}); exit($r == -1 && $! == {errno})'"
        )
    };
    let tries = [
        call(new_user, "0x10000000", 1),
        call(ptrace, "0, 0, 0, 0", 1),
        call(memfd, "my $name = \"x\", 0", 1),
        call(keyctl, "0, -3, 0", 1),
        call(clone3, "0, 0", 38),
        call(personality, "0xffffffff", 1),
        // Memory of the kernel that belongs to no process.
        "perl -e 'use IPC::SysV qw(IPC_PRIVATE); semget(IPC_PRIVATE, 1, 0600) // exit 1'".to_owned(),
        "perl -e 'use IPC::SysV qw(IPC_PRIVATE); msgget(IPC_PRIVATE, 0600) // exit 1'".to_owned(),
        "perl -e 'use Socket; socketpair(my $a, my $b, AF_UNIX, SOCK_STREAM, 0); setsockopt($a, SOL_SOCKET, SO_SNDBUF, 1 << 22) or exit 1'".to_owned(),
        // A program that keeps the rights of who made it, by each way to give it that mode.
        "cp /bin/true a && chmod 4755 a".to_owned(),
        "cp /bin/true b && chmod g+s b".to_owned(),
        "perl -e 'umask 0; sysopen(my $f, \"c\", 0x41, 04755) or exit 1'".to_owned(),
        call(
            if std::env::consts::ARCH == "x86_64" { 16 } else { 29 },
            "0, 0x5412, my $c = \"x\"",
            1,
        ),
    ];
    refused(&Tree::new(), &tries.iter().map(String::as_str).collect::<Vec<_>>())
}

/// There is nothing to put a FIFO or a link in the place of.
fn output() -> Check {
    let tree = Tree::new();
    let seen = report(
        &tree,
        "rm -f /mnt/out /mnt/err; mkfifo /mnt/out /mnt/err; ln -sf /dev/zero /mnt/out\nln -sf /dev/zero zero; mkfifo fifo; echo x > /proc/self/fd/0 || :",
    );
    ensure(seen?["identical"] == 1, "output")
}

fn flood() -> Check {
    stopped("cat /dev/zero", "a run printed more than 16 MiB")?;
    stopped("cat /dev/zero >&2", "a run printed more than 16 MiB")
}

fn files() -> Check {
    stopped(
        "for ((i = 0; i < 40; i++)); do truncate -s 60M f$i; done",
        "a run left files of more than 128 MiB",
    )?;
    // Names of one file cost a tenth of the time of as many files.
    stopped(
        "mkdir d; cd d; perl -e 'open F, \">\", \"f\"; link \"f\", $_ for 1 .. 21000'",
        "a run left more than 20000 files",
    )?;
    stopped(
        "n=$(printf 'd%.0s' {1..200}); for ((i = 0; i < 90; i++)); do mkdir $n; cd $n; done; touch {1..600}",
        "a run left names of more than 8 MiB",
    )?;
    stopped(
        "perl -e 'for (1 .. 3000) { mkdir \"d\" x 200; chdir \"d\" x 200 or last }'",
        "a run left folders 100 deep and more",
    )
}

/// What has no folder of the run behind it is memory, and has a size of its own.
fn file_systems() -> Check {
    let tree = Tree::new();
    let seen = report(
        &tree,
        "for d in /tmp /home/skill /dev/shm; do\n\
         for i in 1 2 3 4 5 6; do head -c 50M /dev/zero > $d/$i; done 2>/dev/null && exit 10\n\
         rm -f $d/*\n\
         done\n\
         for d in / /dev /run /etc /mnt /var; do : 2>/dev/null > $d/x && exit 11; done",
    )?;
    ensure(seen["identical"] == 1, seen.to_string())?;
    stopped(
        // Room that is kept for a file costs no time, however slow the disk is.
        "for ((i = 0; i < 60; i++)); do fallocate -l 60M f$i || head -c 60M /dev/zero > f$i; done; sleep 100",
        "a run wrote more than 1 GiB",
    )?;
    // Files that have lost their names take room as long as they are open.
    stopped(
        "perl -e 'for (1 .. 40) { open my $f, \">\", \"f\"; unlink \"f\"; push @f, $f; $n = fileno $f; system \"fallocate -l 60M /proc/$$/fd/$n\" } sleep 100'",
        "a run wrote more than 1 GiB",
    )
}

/// What another program writes to the same disk meanwhile.
fn others() -> Check {
    let tree = Tree::new();
    let others = tree.path.join("../others");
    let mut writes = Command::new("fallocate");
    writes.args(["-l", "1300M"]).arg(&others);
    let seen = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(700));
            writes.status().is_ok_and(|s| s.success())
        });
        report(&tree, "sleep 3")
    })?;
    fs::remove_file(others)?;
    ensure(seen["identical"] == 1, seen.to_string())
}

/// A fork bomb runs into the limit; `kill -9 -1` reaches nothing but the sandbox.
fn processes() -> Check {
    let tree = Tree::new();
    let mut bystander = Command::new("sleep").arg("600").spawn()?;
    let seen = report(
        &tree,
        "exec 2>/dev/null\n( b() { b | b & }; b )\nsleep 1\n[ \"$(ls -d /proc/[0-9]* | wc -l)\" -le 256 ] || exit 10\nkill -9 -1",
    );
    let lives = bystander.try_wait()?.is_none();
    bystander.kill()?;
    bystander.wait()?;
    ensure(lives, "a process of the machine was killed")?;
    // Which processes are killed first is not the same each time; that it ends is.
    seen.map(|_| ())
}

/// The buffers of sockets belong to no process.
fn pairs() -> Check {
    stopped(
        "for i in 1 2 3 4 5 6 7 8 9 10; do perl -e 'use Socket; my @all; while (socketpair(my $a, my $b, AF_UNIX, SOCK_STREAM, 0)) { push @all, $a, $b } sleep 15' & done; wait",
        "a run had more than 1000 sockets",
    )
}

fn memory() -> Check {
    stopped(
        "for i in 1 2 3 4 5 6; do perl -e '$x = \"a\" x (500 << 20); sleep 10' & done; wait",
        "a run used more than 2 GiB of memory",
    )
}

/// Processes that left their session and hold the output, and the folder of the run.
fn behind() -> Check {
    let tree = Tree::new();
    let folder = tree.path.join("../tmp");
    fs::create_dir(&folder)?;
    for open in [tree.path.parent().unwrap(), &folder] {
        fs::set_permissions(open, fs::Permissions::from_mode(0o755))?;
    }
    let script = "setsid bash -c 'sleep 98761 & sleep 98761' &\n(setsid setsid sleep 98761 &)\ntrap '' TERM HUP INT\nmkdir d; touch d/x; chmod 0 d; chmod 0 .";
    tree.script("a.sh", &format!("#!/bin/bash\n{script}\necho \"Items: 1\"\nexit 0\n"));
    tree.script("verify.toml", "[[run]]\nexit = 0\n");
    let mut command = skillgen();
    command.args(["migrate", "--format", "json"]).args(VERIFY);
    command.current_dir(&tree.path).env("TMPDIR", &folder);
    let start = Instant::now();
    let (_, out, err) = text(&run_with(command, b""));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    ensure(report["files"][0]["verified"]["identical"] == 1, out)?;
    ensure(start.elapsed() < Duration::from_secs(30), "it waited for a background job")?;
    let left: Vec<_> = fs::read_dir(&folder)?.flatten().map(|e| e.file_name()).collect();
    ensure(left.is_empty(), format!("left: {left:?}"))?;
    for entry in fs::read_dir("/proc")?.flatten() {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        ensure(!line.windows(5).any(|w| w == b"98761"), "a process of a run is still there")?;
    }
    Ok(())
}

fn odd() -> Check {
    let tree = Tree::new();
    let seen = report(
        &tree,
        "touch $'a\\nb' $'\\377' -- -n; touch \"$(printf 'x%.0s' {1..255})\"\nmkfifo p; ln -s /dev/zero z; ln -s . l; mkdir -p a/b/c; ln a/b/../../p p2; echo x > closed; chmod 0 closed",
    )?;
    ensure(seen["identical"] == 1, seen.to_string())
}

/// What `BASH_ENV` names is read by a shell that has its limits, and no limit can be raised again.
fn limits() -> Check {
    let tree = Tree::new();
    tree.script("env.sh", "[ \"$(ulimit -u)\" = 256 ] || touch unlimited\n");
    tree.script(
        "verify.toml",
        "[[run]]\nexit = 0\nenv = { BASH_ENV = \"./env.sh\", \"-i\" = \"x\" }\n",
    );
    let seen = report(
        &tree,
        "[ ! -e unlimited ] || exit 10\n\
         for limit in 'c 0' 't 20' 'f 65536' 'v 2097152' 'n 256' 'u 256'; do\n\
         set -- $limit\n\
         [ \"$(ulimit -H -$1)\" = \"$2\" ] || exit 11\n\
         ulimit -$1 unlimited 2>/dev/null && exit 12\n\
         done",
    )?;
    ensure(seen["identical"] == 1, seen.to_string())
}

/// A verify.toml comes with the repository, and says what is run with which words.
fn consent() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", "#!/bin/bash\nbase64 </dev/null\necho \"Items: 1\"\n");
    tree.script("b.sh", SCRIPT);
    tree.script("verify.toml", "[[run]]\nexit = 7\n[[run]]\nno = 1\n");
    let seen = tree.report(&["--verify", "--check", "."])?;
    let (a, b) = (&seen["files"][0]["verified"], &seen["files"][1]["verified"]);
    let unused = "verify.toml was not used; pass --trust to use it";
    ensure(a["runs"] == 0 && a["unused"] == unused, a.to_string())?;
    ensure(b["identical"] == 1 && b["unused"] == unused, b.to_string())?;
    let (_, out, _) = tree.run(&["--verify", "--check", "."]);
    ensure(out.matches(unused).count() == 2, out)?;
    let (code, _, err) = tree.run(&VERIFY);
    ensure(code == 2 && err.contains("verify.toml:4:1: unknown key `no`"), err)?;
    let (code, _, err) = tree.run(&["--trust", "--check", "."]);
    ensure(code == 2 && err.contains("--verify"), err)?;
    tree.script("verify.toml", "[[run]]\n");
    let seen = tree.report(&VERIFY)?;
    ensure(seen["files"][0]["verified"]["identical"] == 1, seen.to_string())?;
    ensure(seen["files"][0]["verified"]["unused"].is_null(), seen.to_string())
}

/// Each wall that bubblewrap would not build is seen before a script is run.
fn walls() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    fs::set_permissions(tree.path.parent().unwrap(), fs::Permissions::from_mode(0o755))?;
    let mut known = vec![
        ("--unshare-all", 0, "--unshare-pid --unshare-uts --unshare-ipc", "network"),
        ("--uid", 1, "--uid 0", "the user is not changed"),
    ];
    if matches!(std::env::consts::ARCH, "x86_64" | "aarch64") {
        known.push(("--seccomp", 1, "", "system calls are not filtered"));
    }
    for (option, values, instead, said) in known {
        let between = format!(
            "#!/bin/bash\nmapfile -d '' -t all <&11\n\
             for ((i = 0; i < ${{#all[@]}}; i++)); do\n\
             case ${{all[i]}} in\n\
             {option}) kept+=({instead}); ((i += {values})) ;;\n\
             *) kept+=(\"${{all[i]}}\") ;;\n\
             esac\ndone\n\
             exec 11< <(printf '%s\\0' \"${{kept[@]}}\")\nexec /usr/bin/bwrap \"$@\"\n"
        );
        tree.script("../bin/bwrap", &between);
        let mut command = skillgen();
        command.args(["migrate", "--verify", "--allow-dirty", "."]).current_dir(&tree.path);
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{}:{path}", tree.path.join("../bin").display()));
        let (code, out, err) = text(&run_with(command, b""));
        let told = code == 2 && err.lines().count() == 1 && err.contains(said);
        ensure(told && tree.read("a.sh") == SCRIPT, format!("{option}: exit {code}: {out}{err}"))?;
    }
    Ok(())
}

/// The folder of a run goes with the signal that ends skillgen.
fn signals() -> Check {
    let open = fs::Permissions::from_mode(0o755);
    let folder = tempfile::Builder::new().permissions(open).tempdir_in("/tmp")?;
    let tree = Tree::new();
    tree.script("a.sh", "#!/bin/bash\nsleep 15\necho \"Items: 1\"\n");
    tree.script("verify.toml", "[[run]]\nexit = 0\n");
    for signal in ["TERM", "INT", "HUP"] {
        let mut command = skillgen();
        command.arg("migrate").args(VERIFY).current_dir(&tree.path).env("TMPDIR", folder.path());
        let quiet = std::process::Stdio::null;
        let mut child = command.stdout(quiet()).stderr(quiet()).spawn()?;
        let left = || {
            let mut all = fs::read_dir(folder.path()).unwrap().flatten();
            all.any(|entry| entry.path().join("work/a.sh").exists())
        };
        let start = Instant::now();
        while !left() && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(20));
        }
        ensure(left(), "no folder is used: the test shows nothing")?;
        Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status()?;
        child.wait()?;
        let none = fs::read_dir(folder.path())?.count() == 0;
        ensure(none, format!("{signal}: a folder is left"))?;
    }
    Ok(())
}
