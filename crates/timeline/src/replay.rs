//! Runs: writing what was done as text, and replaying such a text.

use crate::branch::{Mark, What};
use crate::run;
use crate::subject::Subject;
use crate::timeline::Timeline;

impl<S: Subject> Timeline<S> {
    /// A run as text: what runs, the inputs of the present future, the named moments, and the values now.
    pub fn to_run(&self, head: Vec<run::HeadLine>, text: impl Fn(&S::Input) -> String) -> run::Run {
        let event = |mark: Mark<'_, S::Input>| run::Event {
            moment: mark.moment,
            what: match mark.what {
                What::Input(input) => run::What::Input(text(input)),
                What::Name(name) => run::What::Name(name.to_owned()),
            },
            line: 0,
            column: 0,
        };
        let now = self.now();
        let mut left = self.done;
        let done = |mark: &Mark<'_, S::Input>| match mark.what {
            What::Input(_) => left.checked_sub(1).inspect(|less| left = *less).is_some(),
            What::Name(_) => mark.moment <= now,
        };
        let past = self.marks().into_iter().filter(done);
        run::Run {
            head,
            events: past.map(event).collect(),
            end: Some(run::End {
                moment: now,
                values: Some(self.values()),
                line: 0,
            }),
        }
    }

    /// Schedules a run from the present moment on; going to its end replays it. `read` parses the inputs.
    pub fn plan(
        &mut self,
        run: &run::Run,
        mut read: impl FnMut(&str) -> Result<S::Input, String>,
    ) -> Result<(), Vec<run::Problem>> {
        let (mut inputs, mut problems) = (Vec::new(), Vec::new());
        let now = self.now();
        for event in &run.events {
            match &event.what {
                _ if event.moment < now => problems.push(event.problem("this moment is past")),
                run::What::Input(text) => match read(text) {
                    Ok(input) => inputs.push((event.moment, input)),
                    Err(what) => problems.push(event.problem(what)),
                },
                run::What::Name(_) => {}
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let done = self.done;
        if self.end() > now || done < self.inputs().len() {
            self.fork();
        }
        let branch = self.branch_mut();
        branch.inputs.extend(inputs);
        for event in &run.events {
            if let run::What::Name(name) = &event.what {
                branch.name(event.moment, name);
            }
        }
        Ok(())
    }
}
