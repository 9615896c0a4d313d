//! Which variables' lives end before their function returns, and where. Note [lives].
//!
//! A variable lives until its block is left, in whatever way (C11 6.2.4). That
//! matters only if a pointer to it may still be there then, or if the block can be
//! entered behind the declaration; all others are left alone. A life that ends is
//! followed by the next one at once, so that a block can be entered anywhere.
//! Arrays of variable length are objects that are made where they are declared, and
//! end when a jump leads back before that, too.

use crate::ctype::{CType, Length, TypeTable};
use crate::tree::{Body, Expr, ExprKind, LocalId, Stmt, StmtKind};
use std::collections::{HashMap, HashSet};

/// The variables of a function whose lives end before it returns.
#[derive(Default)]
pub(super) struct Scopes {
    ending: HashSet<LocalId>,
    /// Those whose declaration can be jumped over on the way into their block.
    skipped: HashSet<LocalId>,
    /// Those whose declaration a jump can lead back to while they live.
    repeated: HashSet<LocalId>,
    /// For each label, the blocks around it, and the arrays of variable length that are declared there, and the
    /// variables that are to be cleaned up.
    labels: HashMap<String, (Vec<usize>, Vec<LocalId>)>,
    /// The block of each variable.
    homes: HashMap<LocalId, usize>,
    /// Variables with a call that is made before their lives end.
    cleaned: HashSet<LocalId>,
    /// Whether the function itself may keep a pointer to one of them for longer than it lives.
    pub(super) outlived: bool,
}

impl Scopes {
    /// Those of a function. `taken`: variables that pointers may reach. `everywhere`: pointers
    /// may be kept where no block ends them.
    pub(super) fn of(body: &Body, taken: &HashSet<LocalId>, types: &TypeTable, everywhere: bool) -> Self {
        let mut walk = Walk::new(body, types);
        body.statements.iter().for_each(|statement| {
            note_targets(statement, &mut walk.targets);
        });
        walk.block(&body.statements, None);
        let Walk { parents, homes, keepers, skipped, repeated, labels, cleaned, .. } = walk;
        let within = |mut block: usize, outer: usize| loop {
            match parents[block] {
                _ if block == outer => return true,
                Some(parent) => block = parent,
                None => return false,
            }
        };
        let (mut ending, mut outlived) = (HashSet::new(), false);
        for (local, home) in &homes {
            let is_array = is_variable_array(body, *local);
            let ends_early = is_array && repeated.contains(local);
            if *home == OUTERMOST && !ends_early {
                continue;
            }
            let is_taken = taken.contains(local) || is_array;
            let kept = is_taken && (ends_early || keepers.iter().any(|keeper| !within(*keeper, *home)));
            outlived |= kept;
            if kept || is_taken && everywhere || skipped.contains(local) {
                ending.insert(*local);
            }
        }
        Self { ending, skipped, repeated, labels, homes, cleaned, outlived }
    }

    /// Whether the life of a variable ends with its block.
    pub(super) fn ends(&self, local: LocalId) -> bool {
        self.ending.contains(&local)
    }

    /// Whether a call is made before the life of a variable ends.
    pub(super) fn is_cleaned(&self, local: LocalId) -> bool {
        self.cleaned.contains(&local)
    }

    /// The variables whose declaration can be jumped over.
    pub(super) fn skipped(&self) -> impl Iterator<Item = LocalId> + '_ {
        self.skipped.iter().copied()
    }

    /// Whether the declaration of a variable can be jumped over.
    pub(super) fn is_skipped(&self, local: LocalId) -> bool {
        self.skipped.contains(&local)
    }

    /// Whether the declaration of a variable can be come to again while it lives.
    pub(super) fn is_repeated(&self, local: LocalId) -> bool {
        self.repeated.contains(&local)
    }

    /// The variables whose lives end with a block of these statements, and the value behind them.
    pub(super) fn ended_by(&self, statements: &[Stmt], value: Option<&Expr>) -> Vec<LocalId> {
        if self.ending.is_empty() && self.cleaned.is_empty() {
            return Vec::new();
        }
        let mut locals = own_locals(statements, value);
        locals.retain(|local| self.ends(*local) || self.is_cleaned(*local));
        locals
    }

    /// Whether a variable that lives at a jump still does at the label it leads to.
    pub(super) fn lives_at(&self, label: &str, local: LocalId, body: &[crate::tree::Local]) -> bool {
        let Some((blocks, arrays)) = self.labels.get(label) else { return true };
        if is_variable_length(&body[local.0 as usize].ty) || self.is_cleaned(local) {
            return arrays.contains(&local);
        }
        self.homes.get(&local).is_none_or(|home| blocks.contains(home))
    }
}

const OUTERMOST: usize = 0;

/// A walk through a function's blocks.
struct Walk<'a> {
    body: &'a Body,
    types: &'a TypeTable,
    /// The block around each block.
    parents: Vec<Option<usize>>,
    homes: HashMap<LocalId, usize>,
    labels: HashMap<String, (Vec<usize>, Vec<LocalId>)>,
    /// Blocks in which pointers are kept that come from anywhere.
    keepers: HashSet<usize>,
    skipped: HashSet<LocalId>,
    repeated: HashSet<LocalId>,
    /// The blocks around the point at hand.
    around: Vec<usize>,
    /// The arrays of variable length that are declared there, and the variables that are to be cleaned up.
    arrays: Vec<LocalId>,
    cleaned: HashSet<LocalId>,
    /// The statements that a jump may lead into, by their addresses.
    targets: HashSet<usize>,
    /// How many statements jump to each label.
    jumps: HashMap<&'a str, usize>,
}

impl<'a> Walk<'a> {
    fn new(body: &'a Body, types: &'a TypeTable) -> Self {
        Walk {
            body,
            types,
            parents: Vec::new(),
            homes: HashMap::new(),
            labels: HashMap::new(),
            keepers: HashSet::new(),
            skipped: HashSet::new(),
            repeated: HashSet::new(),
            around: Vec::new(),
            arrays: Vec::new(),
            cleaned: HashSet::new(),
            targets: HashSet::new(),
            jumps: jumps(&body.statements),
        }
    }

    fn block(&mut self, statements: &[Stmt], value: Option<&Expr>) {
        let block = self.parents.len();
        self.parents.push(self.around.last().copied());
        self.around.push(block);
        let declared = self.arrays.len();
        for local in own_locals(statements, value) {
            self.homes.insert(local, block);
        }
        self.note_jumps(statements);
        statements.iter().for_each(|statement| self.statement(statement));
        value.into_iter().for_each(|value| self.expr(value));
        self.arrays.truncate(declared);
        self.around.pop();
    }

    /// Notes which declarations of a block jumps can pass, or come back to.
    fn note_jumps(&mut self, statements: &[Stmt]) {
        if !statements.iter().any(|statement| self.targets.contains(&address(statement))) {
            return;
        }
        for (index, statement) in statements.iter().enumerate() {
            let own = own_locals(std::slice::from_ref(statement), None);
            if own.is_empty() {
                continue;
            }
            let (before, after) = (&statements[..index], &statements[index..]);
            let own_jumps = jumps(after);
            let mut passing = after.iter().flat_map(targets);
            if passing.any(|target| target.is_none_or(|name| own_jumps.get(name) < self.jumps.get(name))) {
                self.skipped.extend(&own);
            }
            let mut leading_back = before.iter().flat_map(targets).flatten();
            if leading_back.any(|name| own_jumps.contains_key(name)) {
                self.repeated.extend(&own);
            }
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        statement.own_exprs(&mut |expr| self.expr(expr));
        match &statement.kind {
            StmtKind::Declare { local, .. } if is_variable_array(self.body, *local) => {
                self.arrays.push(*local);
            }
            StmtKind::Cleanup(local, _) => {
                self.arrays.push(*local);
                self.cleaned.insert(*local);
            }
            StmtKind::Block(statements) => self.block(statements, None),
            StmtKind::Label(name, inner) => {
                self.labels.insert(name.clone(), (self.around.clone(), self.arrays.clone()));
                self.statement(inner);
            }
            StmtKind::Case(_, inner) => self.statement(inner),
            _ => statement.inner(&mut |inner| self.block(as_block(inner), None)),
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Assign(target, _) if self.types.has_pointers(&target.ty) => {
                let local = super::effects::root(target);
                let home = local.and_then(|local| self.homes.get(&local).copied());
                // What is no variable of the function is kept beyond all of its blocks.
                self.keepers.insert(home.unwrap_or(OUTERMOST));
            }
            ExprKind::Statements(statements, value) => {
                if self.types.has_pointers(&expr.ty) {
                    self.keepers.extend(self.around.last());
                }
                return self.block(statements, value.as_deref());
            }
            _ => {}
        }
        expr.parts(&mut |part| self.expr(part));
    }
}

fn address(statement: &Stmt) -> usize {
    std::ptr::from_ref(statement).addr()
}

/// Notes the statements that a jump may lead into, this one or some in it. Tells whether this is one.
fn note_targets(statement: &Stmt, found: &mut HashSet<usize>) -> bool {
    let mut any = matches!(statement.kind, StmtKind::Label(..) | StmtKind::Case(..));
    statement.inner(&mut |inner| any |= note_targets(inner, found));
    statement.own_exprs(&mut |expr| note_targets_in(expr, found));
    if any {
        found.insert(address(statement));
    }
    any
}

fn note_targets_in(expr: &Expr, found: &mut HashSet<usize>) {
    let ExprKind::Statements(statements, value) = &expr.kind else {
        return expr.parts(&mut |part| note_targets_in(part, found));
    };
    statements.iter().for_each(|statement| {
        note_targets(statement, found);
    });
    value.iter().for_each(|value| note_targets_in(value, found));
}

/// Where jumps lead in a statement: labels, and cases of a `switch` around it, which are `None`.
fn targets(statement: &Stmt) -> Vec<Option<&str>> {
    fn collect<'s>(statement: &'s Stmt, in_switch: bool, found: &mut Vec<Option<&'s str>>) {
        let mut in_switch = in_switch;
        match &statement.kind {
            StmtKind::Label(name, _) => found.push(Some(name)),
            StmtKind::Case(..) if !in_switch => found.push(None),
            StmtKind::Switch { .. } => in_switch = true,
            _ => {}
        }
        statement.inner(&mut |inner| collect(inner, in_switch, found));
    }
    let mut found = Vec::new();
    collect(statement, false, &mut found);
    found
}

/// For each label, how many statements jump to it, those in expressions among them.
fn jumps(statements: &[Stmt]) -> HashMap<&str, usize> {
    fn in_expr<'s>(expr: &'s Expr, found: &mut HashMap<&'s str, usize>) {
        match &expr.kind {
            ExprKind::Statements(statements, value) => {
                statements.iter().for_each(|statement| in_statement(statement, found));
                value.iter().for_each(|value| in_expr(value, found));
            }
            _ => expr.parts(&mut |part| in_expr(part, found)),
        }
    }
    fn in_statement<'s>(statement: &'s Stmt, found: &mut HashMap<&'s str, usize>) {
        if let StmtKind::Goto(name) = &statement.kind {
            *found.entry(name).or_default() += 1;
        }
        statement.own_exprs(&mut |expr| in_expr(expr, found));
        statement.inner(&mut |inner| in_statement(inner, found));
    }
    let mut found = HashMap::new();
    statements.iter().for_each(|statement| in_statement(statement, &mut found));
    found
}

/// The statements of a block; a statement that is none is a block of its own where it is a
/// part of another (C11 6.8.4, 6.8.5).
pub(super) fn as_block(statement: &Stmt) -> &[Stmt] {
    match &statement.kind {
        StmtKind::Block(statements) => statements,
        _ => std::slice::from_ref(statement),
    }
}

/// The variables that come into being in a block, but not in one inside it.
fn own_locals(statements: &[Stmt], value: Option<&Expr>) -> Vec<LocalId> {
    fn of_statement(statement: &Stmt, locals: &mut Vec<LocalId>) {
        statement.own_exprs(&mut |expr| of_expr(expr, locals));
        match &statement.kind {
            StmtKind::Declare { local, .. } => locals.push(*local),
            StmtKind::Label(_, inner) | StmtKind::Case(_, inner) => of_statement(inner, locals),
            _ => {}
        }
    }
    fn of_expr(expr: &Expr, locals: &mut Vec<LocalId>) {
        match &expr.kind {
            ExprKind::Literal(local, _) => locals.push(*local),
            ExprKind::Statements(..) => return,
            _ => {}
        }
        expr.parts(&mut |part| of_expr(part, locals));
    }
    let mut locals = Vec::new();
    statements.iter().for_each(|statement| of_statement(statement, &mut locals));
    value.into_iter().for_each(|value| of_expr(value, &mut locals));
    locals
}

fn is_variable_array(body: &Body, local: LocalId) -> bool {
    is_variable_length(&body.locals[local.0 as usize].ty)
}

pub(super) fn is_variable_length(ty: &CType) -> bool {
    matches!(ty, CType::Array(_, Length::Variable))
}
