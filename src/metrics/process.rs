//! What the process itself uses, under the names that every exporter gives them.

use std::sync::atomic::AtomicU64;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

#[derive(Debug)]
pub(super) struct Process {
    resident: Gauge,
    cpu: Counter<f64, AtomicU64>,
}

impl Process {
    pub(super) fn new(registry: &mut Registry) -> Process {
        let process = Process { resident: Gauge::default(), cpu: Counter::default() };
        registry.register("process_resident_memory_bytes", "Memory of this process in RAM", process.resident.clone());
        registry.register("process_cpu_seconds", "Processor time that this process has used", process.cpu.clone());
        process
    }

    /// Reads both anew.
    pub(super) fn look(&self) {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.trim().parse::<i64>().ok());
        if let Some(kilobytes) = resident {
            self.resident.set(kilobytes * 1_024);
        }
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        let seconds = used.tv_sec as f64 + used.tv_nsec as f64 / 1e9;
        self.cpu.inner().store(seconds.to_bits(), std::sync::atomic::Ordering::Relaxed);
    }
}
