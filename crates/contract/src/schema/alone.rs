//! A separate part of a schema: only the nodes that validation from its root reaches.

use std::collections::BTreeSet;

use super::Schema;

impl Schema {
    /// The same schema with only the nodes that validation from its root reaches. With dynamic references, these
    /// are all nodes.
    #[must_use]
    pub fn alone(&self) -> Schema {
        let mut seen = BTreeSet::new();
        let mut queue = vec![self.root];
        while let Some(id) = queue.pop() {
            if !seen.insert(id) {
                continue;
            }
            let Some(k) = self.node(id).keywords() else { continue };
            if k.dynamic_reference.is_some() {
                return self.clone();
            }
            queue.extend(k.of_parts().chain(k.in_place()).chain(k.content_schema));
            queue.extend(k.references());
        }
        Schema { part: Some(seen.into_iter().collect()), ..self.clone() }
    }
}
