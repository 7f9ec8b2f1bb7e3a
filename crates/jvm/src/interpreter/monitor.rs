//! Monitors, `wait` and `notify`.

use super::{Interpreter, Trap};
use crate::action::{Access, Action, ActionKind, Guard, Place};
use crate::state::Waiting;
use crate::value::{ObjectId, Value};

impl Interpreter<'_> {
    pub(super) fn monitor_enter_instruction(&mut self) -> Result<(), Trap> {
        let Value::Ref(id) = self.peek(0)? else {
            return Err(self.null_pointer());
        };
        self.enter_monitor(id)?;
        self.drop_operands(1);
        Ok(())
    }

    pub(super) fn monitor_exit_instruction(&mut self) -> Result<(), Trap> {
        let Value::Ref(id) = self.peek(0)? else {
            return Err(self.null_pointer());
        };
        self.exit_monitor(id)?;
        self.drop_operands(1);
        Ok(())
    }

    fn monitor(&self, id: ObjectId) -> Result<Option<(u8, u32)>, Trap> {
        Ok(self.object(id)?.synchronization.as_ref().and_then(|state| state.monitor))
    }

    /// Depth to which the running thread holds the monitor.
    fn monitor_depth(&self, id: ObjectId) -> Result<u32, Trap> {
        Ok(match self.monitor(id)? {
            Some((owner, depth)) if owner == self.number => depth,
            _ => 0,
        })
    }

    /// Only the outermost entry and exit matter to others, and only on shared objects.
    pub(super) fn enter_monitor(&mut self, id: ObjectId) -> Result<(), Trap> {
        let depth = self.monitor_depth(id)?;
        if depth == 0 && self.object(id)?.marks.shared {
            let action = Action::new(ActionKind::MonitorEnter, id, Place::MONITOR, Access::Write);
            self.gate(action.guarded(Guard::MonitorFree(id)))?;
        }
        self.set_monitor(id, depth + 1)
    }

    pub(super) fn exit_monitor(&mut self, id: ObjectId) -> Result<(), Trap> {
        let depth = self.monitor_depth(id)?;
        if depth == 0 {
            return Err(self.exception("java/lang/IllegalMonitorStateException", ""));
        }
        if depth == 1 && self.object(id)?.marks.shared {
            self.gate(Action::new(ActionKind::MonitorExit, id, Place::MONITOR, Access::Write))?;
        }
        self.set_monitor(id, depth - 1)
    }

    fn set_monitor(&mut self, id: ObjectId, depth: u32) -> Result<(), Trap> {
        let number = self.number;
        let object = self.object_mut(id)?;
        object.synchronization_mut().monitor = (depth > 0).then_some((number, depth));
        object.settle();
        Ok(())
    }

    pub fn holds_monitor(&self, id: ObjectId) -> Result<bool, Trap> {
        Ok(self.monitor_depth(id)? > 0)
    }

    /// `Object.wait`: one action gives the monitor back, a second one takes it again.
    pub fn wait_on(&mut self, id: ObjectId, timed: bool) -> Result<(), Trap> {
        let number = self.number;
        if self.thread.waiting.is_none() {
            let depth = self.monitor_depth(id)?;
            if depth == 0 {
                return Err(self.exception(
                    "java/lang/IllegalMonitorStateException",
                    "current thread is not owner",
                ));
            }
            self.gate(
                Action::new(ActionKind::Wait, id, Place::MONITOR, Access::Write)
                    .also(self.own_thread_place()),
            )?;
            self.check_interrupt()?;
            let state = self.object_mut(id)?.synchronization_mut();
            state.monitor = None;
            state.waiting.push(number);
            state.waiting.sort_unstable();
            self.thread.waiting = Some(Waiting { object: id, depth });
        }
        let action = Action::new(ActionKind::Wake, id, Place::MONITOR, Access::Write)
            .also(self.own_thread_place())
            .guarded(Guard::Notified { monitor: id, timed });
        self.gate(action)?;
        let depth = self.thread.waiting.take().map_or(1, |waiting| waiting.depth);
        let object = self.object_mut(id)?;
        let state = object.synchronization_mut();
        let bit = 1 << (number % 64);
        let wake = state.wakes.iter().position(|mask| mask & bit != 0);
        let notified = wake.is_some();
        if let Some(wake) = wake {
            state.wakes.remove(wake);
        }
        for mask in &mut state.wakes {
            *mask &= !bit;
        }
        state.wakes.retain(|mask| *mask != 0);
        state.waiting.retain(|thread| *thread != number);
        state.monitor = Some((number, depth));
        if notified { Ok(()) } else { self.check_interrupt() }
    }

    /// Throws if the thread was interrupted.
    pub fn check_interrupt(&mut self) -> Result<(), Trap> {
        if std::mem::take(&mut self.thread.interrupted) {
            return Err(self.exception("java/lang/InterruptedException", ""));
        }
        Ok(())
    }

    /// Where interrupts and permits of the running thread arrive.
    pub fn own_thread_place(&self) -> Option<(Place, Access)> {
        self.thread.object.map(|id| (Place::new(id, Place::THREAD), Access::Write))
    }

    /// `notify` wakes some waiting thread: each notification may be taken by
    /// any thread that was waiting when it was given.
    pub fn notify(&mut self, id: ObjectId, all: bool) -> Result<(), Trap> {
        if self.monitor_depth(id)? == 0 {
            return Err(self.exception(
                "java/lang/IllegalMonitorStateException",
                "current thread is not owner",
            ));
        }
        if self.object(id)?.marks.shared {
            self.gate(Action::new(ActionKind::Notify, id, Place::MONITOR, Access::Write))?;
        }
        let object = self.object_mut(id)?;
        let state = object.synchronization_mut();
        let bit = |thread: &u8| 1u64 << (thread % 64);
        if all {
            state.wakes = state.waiting.iter().map(bit).collect();
        } else if state.wakes.len() < state.waiting.len() {
            let mask = state.waiting.iter().map(bit).sum();
            state.wakes.push(mask);
        }
        object.settle();
        Ok(())
    }
}
