//! One transaction on one connection, as an application would run it.

use super::LiveError;
use super::connection::Connection;
use super::sql::{Schema, sql_level};
use crate::execution::Place;
use crate::model::Isolation;
use crate::program::{Event, Program};
use crate::term::{Cell, EvaluationError, Symbol, Term, Value};

/// Runs the transactions of a program on a connection.
pub struct Client<'p> {
    program: &'p Program,
    schema: Schema<'p>,
    params: Vec<Value>,
    connection: Connection,
}

impl<'p> Client<'p> {
    /// A client with given values for the parameters.
    pub fn new(
        program: &'p Program,
        schema: Schema<'p>,
        params: Vec<Value>,
        connection: Connection,
    ) -> Client<'p> {
        Client { program, schema, params, connection }
    }

    /// Runs one transaction and gives what its reads returned; `pause` is
    /// called before each statement. If the database aborts the transaction,
    /// that is the error.
    pub fn run(
        &mut self,
        transaction: usize,
        isolation: Isolation,
        pause: &mut dyn FnMut(),
    ) -> Result<Vec<Value>, LiveError> {
        for statement in sql_level(self.connection.dialect(), isolation)? {
            self.connection.execute(&statement)?;
        }
        let result = self.statements(transaction, pause).and_then(|reads| {
            pause();
            self.connection.execute("COMMIT").map(|()| reads)
        });
        if result.is_err() {
            // The transaction may be gone already; then there is nothing to undo.
            let _ = self.connection.execute("ROLLBACK");
        }
        result
    }

    fn statements(
        &mut self,
        transaction: usize,
        pause: &mut dyn FnMut(),
    ) -> Result<Vec<Value>, LiveError> {
        let mut reads = Vec::new();
        let program = self.program;
        for (_, event) in program.transactions[transaction].events() {
            let (cell, guard) = match event {
                Event::Read(read) => (read.cell, read.guard),
                Event::Write(write) => (write.cell, write.guard),
            };
            let happens = self.term(guard, &reads)? == Value::Bool(true);
            if !happens {
                if matches!(event, Event::Read(_)) {
                    reads.push(Value::default_of(program.cell_sort(cell)));
                }
                continue;
            }
            pause();
            let place = self.place(cell, &reads)?;
            match event {
                Event::Read(read) => {
                    let connection = &mut self.connection;
                    reads.push(self.schema.read(connection, &place, read.lock)?);
                }
                Event::Write(write) => {
                    let value = self.term(write.value, &reads)?;
                    self.schema.write(&mut self.connection, &place, &value)?;
                }
            }
        }
        Ok(reads)
    }

    fn place(&self, cell: Cell, reads: &[Value]) -> Result<Place, LiveError> {
        let key = cell.key.map(|key| self.term(key, reads)).transpose()?;
        Ok(Place { table: cell.table, key, column: cell.column })
    }

    fn term(&self, term: Term, reads: &[Value]) -> Result<Value, LiveError> {
        let missing = |symbol| EvaluationError::Unassigned(format!("{symbol:?}"));
        let lookup = &mut |symbol, _: Option<&Value>| match symbol {
            Symbol::Param(param) => Ok(self.params[param].clone()),
            Symbol::Read { read, .. } => reads.get(read).cloned().ok_or(missing(symbol)),
            other => Err(missing(other)),
        };
        Ok(self.program.terms.evaluate(term, lookup)?)
    }
}
