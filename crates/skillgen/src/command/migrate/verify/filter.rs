//! The system calls that a script in the sandbox may not make, as a BPF program for `bwrap --seccomp`.
//!
//! The sandbox consists of namespaces and missing capabilities. The filter blocks calls that have broken out of such
//! sandboxes, and resources without a namespace: the kernel's keys, sockets of the host (vsock), memory without a
//! limit. It is a table of numbers, so it needs no C library, and both architectures are tested on each.

/// The call fails as without permission.
const EPERM: u32 = 1;
/// The call doesn't exist: libraries then use the older one, whose arguments a filter can read.
const ENOSYS: u32 = 38;
const EAFNOSUPPORT: u32 = 97;

const RETURN_KILL: u32 = 0x8000_0000;
const RETURN_ERROR: u32 = 0x0005_0000;
const RETURN_ALLOW: u32 = 0x7fff_0000;

/// The offsets in `struct seccomp_data` of the call's number, the architecture, and the lower half of
/// an argument.
const NUMBER: u32 = 0;
const MACHINE: u32 = 4;
const FIRST: u32 = 16;
const SECOND: u32 = 24;
const THIRD: u32 = 32;
const FOURTH: u32 = 40;

/// `BPF_LD | BPF_W | BPF_ABS`, `BPF_JMP | BPF_JEQ`, `BPF_JMP | BPF_JGE`, `BPF_JMP | BPF_JSET`, `BPF_RET`.
const LOAD: u16 = 0x20;
const EQUAL: u16 = 0x15;
const AT_LEAST: u16 = 0x35;
const ANY_BIT: u16 = 0x45;
const RETURN: u16 = 0x06;

/// `CLONE_NEWNS`, `NEWCGROUP`, `NEWUTS`, `NEWIPC`, `NEWUSER`, `NEWPID` and `NEWNET`.
const NEW_NAMESPACES: u32 = 0x7e02_0000;
/// `TIOCSTI` types into a terminal, `TIOCLINUX` pastes into a console.
const TERMINAL_INPUT: [u32; 2] = [0x5412, 0x541c];
/// `S_ISUID` and `S_ISGID`: a program that a script leaves would run with the rights of the user of skillgen.
const SET_ID: u32 = 0o6000;
/// `O_CREAT` and the bit of `O_TMPFILE`: without them, `open` has no mode.
const CREATES: u32 = 0x40_0040;
/// Numbers from here on are calls of the x32 ABI.
const X32: u32 = 0x4000_0000;

/// An architecture with a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Machine {
    X86_64,
    Aarch64,
}

impl Machine {
    /// The architecture of this program.
    pub(super) fn here() -> Option<Self> {
        match std::env::consts::ARCH {
            "x86_64" => Some(Self::X86_64),
            "aarch64" => Some(Self::Aarch64),
            _ => None,
        }
    }

    /// `AUDIT_ARCH_…`.
    fn id(self) -> u32 {
        match self {
            Self::X86_64 => 0xc000_003e,
            Self::Aarch64 => 0xc000_00b7,
        }
    }

    fn number(self, call: &Call) -> Option<u32> {
        match self {
            Self::X86_64 => call.1,
            Self::Aarch64 => call.2,
        }
    }
}

/// A system call: its name, its number on `x86_64` and on `aarch64`.
type Call = (&'static str, Option<u32>, Option<u32>);

const fn call(name: &'static str, x86_64: u32, aarch64: u32) -> Call {
    (name, Some(x86_64), Some(aarch64))
}

/// A call with the same number on all architectures, as all later ones.
const fn later(name: &'static str, number: u32) -> Call {
    (name, Some(number), Some(number))
}

const fn old(name: &'static str, x86_64: u32) -> Call {
    (name, Some(x86_64), None)
}

const CLONE: Call = call("clone", 56, 220);
const CLONE3: Call = later("clone3", 435);
const SOCKET: Call = call("socket", 41, 198);
const IOCTL: Call = call("ioctl", 16, 29);
/// Its flags and mode are in memory, which a filter can't read.
const OPENAT2: Call = later("openat2", 437);
/// Calls that set a file's mode, and the argument with the mode.
const MODES: [(Call, u32); 7] = [
    (old("chmod", 90), SECOND),
    (call("fchmod", 91, 52), SECOND),
    (call("fchmodat", 268, 53), THIRD),
    (later("fchmodat2", 452), THIRD),
    (old("creat", 85), SECOND),
    (old("mknod", 133), SECOND),
    (call("mknodat", 259, 33), THIRD),
];
/// Calls that may create a file, and the arguments with their flags and mode.
const OPENS: [(Call, u32, u32); 2] =
    [(old("open", 2), SECOND, THIRD), (call("openat", 257, 56), THIRD, FOURTH)];

const DENIED: [Call; 80] = [
    // Calls that change the tree of files.
    call("mount", 165, 40),
    call("umount2", 166, 39),
    call("pivot_root", 155, 41),
    call("chroot", 161, 51),
    later("open_tree", 428),
    later("move_mount", 429),
    later("fsopen", 430),
    later("fsconfig", 431),
    later("fsmount", 432),
    later("fspick", 433),
    later("mount_setattr", 442),
    later("open_tree_attr", 467),
    later("statmount", 457),
    later("listmount", 458),
    call("open_by_handle_at", 304, 265),
    call("name_to_handle_at", 303, 264),
    call("fanotify_init", 300, 262),
    call("quotactl", 179, 60),
    later("quotactl_fd", 443),
    // Calls on namespaces, other processes, and per-user kernel resources.
    call("unshare", 272, 97),
    call("setns", 308, 268),
    call("ptrace", 101, 117),
    call("process_vm_readv", 310, 270),
    call("process_vm_writev", 311, 271),
    later("process_madvise", 440),
    later("process_mrelease", 448),
    later("pidfd_getfd", 438),
    call("kcmp", 312, 272),
    call("add_key", 248, 217),
    call("request_key", 249, 218),
    call("keyctl", 250, 219),
    // Programs in the kernel, and the kernel itself.
    call("bpf", 321, 280),
    call("perf_event_open", 298, 241),
    call("userfaultfd", 323, 282),
    later("io_uring_setup", 425),
    later("io_uring_enter", 426),
    later("io_uring_register", 427),
    later("lsm_set_self_attr", 460),
    call("kexec_load", 246, 104),
    call("kexec_file_load", 320, 294),
    call("init_module", 175, 105),
    call("finit_module", 313, 273),
    call("delete_module", 176, 106),
    call("syslog", 103, 116),
    call("lookup_dcookie", 212, 18),
    call("personality", 135, 92),
    call("nfsservctl", 180, 42),
    // The machine.
    call("reboot", 169, 142),
    call("swapon", 167, 224),
    call("swapoff", 168, 225),
    call("acct", 163, 89),
    call("settimeofday", 164, 170),
    call("clock_settime", 227, 112),
    call("clock_adjtime", 305, 266),
    call("adjtimex", 159, 171),
    call("sethostname", 170, 161),
    call("setdomainname", 171, 162),
    call("vhangup", 153, 58),
    // Memory that belongs to no process, or moves between nodes.
    call("memfd_create", 319, 279),
    later("memfd_secret", 447),
    call("semget", 64, 190),
    call("msgget", 68, 186),
    call("mq_open", 240, 180),
    call("shmget", 29, 194),
    call("shmat", 30, 196),
    // A socket's buffers may grow to megabytes.
    call("setsockopt", 54, 208),
    call("mbind", 237, 235),
    call("set_mempolicy", 238, 237),
    later("set_mempolicy_home_node", 450),
    call("migrate_pages", 256, 238),
    call("move_pages", 279, 239),
    old("iopl", 172),
    old("ioperm", 173),
    old("modify_ldt", 154),
    old("uselib", 134),
    old("ustat", 136),
    old("sysfs", 139),
    old("_sysctl", 156),
    old("create_module", 174),
    old("query_module", 178),
];

/// `struct sock_filter`.
#[derive(Clone, Copy)]
struct Instruction {
    code: u16,
    if_true: u8,
    if_false: u8,
    operand: u32,
}

fn load(offset: u32) -> Instruction {
    Instruction { code: LOAD, if_true: 0, if_false: 0, operand: offset }
}

fn jump(code: u16, operand: u32, if_true: u8, if_false: u8) -> Instruction {
    Instruction { code, if_true, if_false, operand }
}

fn result(operand: u32) -> Instruction {
    Instruction { code: RETURN, if_true: 0, if_false: 0, operand }
}

fn instructions(machine: Machine) -> Vec<Instruction> {
    let mut program =
        vec![load(MACHINE), jump(EQUAL, machine.id(), 1, 0), result(RETURN_KILL), load(NUMBER)];
    if machine == Machine::X86_64 {
        program.extend([jump(AT_LEAST, X32, 0, 1), result(RETURN_KILL)]);
    }
    for number in DENIED.iter().filter_map(|call| machine.number(call)) {
        program.extend([jump(EQUAL, number, 0, 1), result(RETURN_ERROR | EPERM)]);
    }
    // Calls that depend on their arguments. Each part ends with a result, so that the number is still loaded for the
    // next.
    let mut special: Vec<(&Call, Vec<Instruction>)> = vec![
        (&CLONE3, vec![result(RETURN_ERROR | ENOSYS)]),
        (&OPENAT2, vec![result(RETURN_ERROR | ENOSYS)]),
        (
            &CLONE,
            vec![
                load(FIRST),
                jump(ANY_BIT, NEW_NAMESPACES, 0, 1),
                result(RETURN_ERROR | EPERM),
                result(RETURN_ALLOW),
            ],
        ),
        // No network can be reached, and buffers of TCP count for the whole machine, also those of the loopback device.
        (&SOCKET, vec![result(RETURN_ERROR | EAFNOSUPPORT)]),
        (
            &IOCTL,
            vec![
                load(SECOND),
                jump(EQUAL, TERMINAL_INPUT[0], 1, 0),
                jump(EQUAL, TERMINAL_INPUT[1], 0, 1),
                result(RETURN_ERROR | EPERM),
                result(RETURN_ALLOW),
            ],
        ),
    ];
    special.extend(MODES.iter().map(|(call, mode)| (call, refused_set_id(*mode).to_vec())));
    special.extend(OPENS.iter().map(|(call, flags, mode)| {
        let mut part = vec![load(*flags), jump(ANY_BIT, CREATES, 0, 3)];
        part.extend(refused_set_id(*mode));
        (call, part)
    }));
    for (call, part) in special {
        let Some(number) = machine.number(call) else { continue };
        let over = u8::try_from(part.len()).expect("invariant: a part is shorter than a jump");
        program.push(jump(EQUAL, number, 0, over));
        program.extend(part);
    }
    program.push(result(RETURN_ALLOW));
    program
}

/// Rejects a mode with a set-user-ID or set-group-ID bit.
fn refused_set_id(mode: u32) -> [Instruction; 4] {
    [load(mode), jump(ANY_BIT, SET_ID, 0, 1), result(RETURN_ERROR | EPERM), result(RETURN_ALLOW)]
}

/// The program in the kernel's form.
pub(super) fn program(machine: Machine) -> Vec<u8> {
    let bytes = |i: Instruction| {
        let [a, b] = i.code.to_ne_bytes();
        let [e, f, g, h] = i.operand.to_ne_bytes();
        [a, b, i.if_true, i.if_false, e, f, g, h]
    };
    instructions(machine).into_iter().flat_map(bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kernel's result for a call.
    fn verdict(machine: Machine, id: u32, number: u32, args: [u32; 4]) -> u32 {
        let program = instructions(machine);
        let (mut at, mut held) = (0, 0);
        loop {
            let i = program[at];
            let step = |truth: bool| usize::from(if truth { i.if_true } else { i.if_false });
            at += 1 + match i.code {
                LOAD => {
                    held = match i.operand {
                        NUMBER => number,
                        MACHINE => id,
                        FIRST => args[0],
                        SECOND => args[1],
                        THIRD => args[2],
                        FOURTH => args[3],
                        other => panic!("nothing stands at {other}"),
                    };
                    0
                }
                EQUAL => step(held == i.operand),
                AT_LEAST => step(held >= i.operand),
                ANY_BIT => step(held & i.operand != 0),
                _ => return i.operand,
            };
        }
    }

    #[test]
    fn each_machine() {
        for machine in [Machine::X86_64, Machine::Aarch64] {
            let seen = |call: &Call, args| {
                let number = machine.number(call).unwrap_or(u32::MAX >> 2);
                verdict(machine, machine.id(), number, args)
            };
            for call in &DENIED {
                let wanted = machine.number(call).map_or(RETURN_ALLOW, |_| RETURN_ERROR | EPERM);
                assert_eq!(seen(call, [0, 0, 0, 0]), wanted, "{} on {machine:?}", call.0);
            }
            for (call, args, wanted) in [
                (&call("read", 0, 63), [0, 0, 0, 0], RETURN_ALLOW),
                (&call("execve", 59, 221), [0, 0, 0, 0], RETURN_ALLOW),
                (&call("openat", 257, 56), [2, 0, 0, 0o4755], RETURN_ALLOW),
                (&call("openat", 257, 56), [2, 0, 0x41, 0o755], RETURN_ALLOW),
                (&call("openat", 257, 56), [2, 0, 0x41, 0o4755], RETURN_ERROR | EPERM),
                (&call("fchmod", 91, 52), [2, 0o755, 0, 0], RETURN_ALLOW),
                (&call("fchmod", 91, 52), [2, 0o4755, 0, 0], RETURN_ERROR | EPERM),
                (&call("fchmodat", 268, 53), [2, 0, 0o2755, 0], RETURN_ERROR | EPERM),
                (&OPENAT2, [0, 0, 0, 0], RETURN_ERROR | ENOSYS),
                (&CLONE3, [0, 0, 0, 0], RETURN_ERROR | ENOSYS),
                (&CLONE, [0x0120_0011, 0, 0, 0], RETURN_ALLOW),
                (&CLONE, [0x1000_0011, 0, 0, 0], RETURN_ERROR | EPERM),
                (&CLONE, [0x0002_0011, 0, 0, 0], RETURN_ERROR | EPERM),
                (&SOCKET, [1, 0, 0, 0], RETURN_ERROR | EAFNOSUPPORT),
                (&SOCKET, [2, 0, 0, 0], RETURN_ERROR | EAFNOSUPPORT),
                (&SOCKET, [10, 0, 0, 0], RETURN_ERROR | EAFNOSUPPORT),
                (&SOCKET, [16, 0, 0, 0], RETURN_ERROR | EAFNOSUPPORT),
                (&SOCKET, [40, 0, 0, 0], RETURN_ERROR | EAFNOSUPPORT),
                (&IOCTL, [0, 0x5401, 0, 0], RETURN_ALLOW),
                (&IOCTL, [0, 0x5412, 0, 0], RETURN_ERROR | EPERM),
                (&IOCTL, [0, 0x541c, 0, 0], RETURN_ERROR | EPERM),
            ] {
                assert_eq!(seen(call, args), wanted, "{} {args:x?} on {machine:?}", call.0);
            }
            // `int 0x80` and x32 have other numbers.
            assert_eq!(verdict(machine, 0x4000_0003, 165, [0, 0, 0, 0]), RETURN_KILL);
        }
        let x32 = verdict(Machine::X86_64, Machine::X86_64.id(), X32 | 165, [0, 0, 0, 0]);
        assert_eq!(x32, RETURN_KILL);
    }

    #[test]
    fn fits_into_the_kernel() {
        for machine in [Machine::X86_64, Machine::Aarch64] {
            let program = program(machine);
            assert!(program.len().is_multiple_of(8) && program.len() / 8 < 4096);
        }
    }
}
