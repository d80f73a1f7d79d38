//! Typed indices, so that a net is not taken for a port, and lists that only accept the right ones.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// A number that stands for one thing of a list.
pub(crate) trait Id: Copy {
    fn from_index(index: usize) -> Self;
    fn index(self) -> usize;
}

macro_rules! numbers {
    ($($(#[$doc:meta])* $visible:vis $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visible struct $name($visible u32);

        impl $crate::netlist::ids::Id for $name {
            #[inline]
            fn from_index(index: usize) -> $name {
                $name(index as u32)
            }

            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}
pub(crate) use numbers;

numbers! {
    /// A use of a circuit in a [`Design`](super::Design).
    pub InstanceId;
    /// A part of a [`Design`](super::Design): a component of an instance.
    pub PartId;
    /// A port of a part of a design.
    pub PortId;
    /// A net of a design.
    pub NetId;
    /// A component of a circuit, however often the circuit is used.
    pub ComponentId;
    /// A port of a sheet.
    pub(crate) SheetPortId;
    /// A net of a sheet.
    pub(crate) SheetNetId;
    /// A bundle of a sheet: everything joined by wires and tunnels.
    pub(crate) BundleId;
}

impl InstanceId {
    /// The top circuit itself.
    pub const ROOT: InstanceId = InstanceId(0);
}

/// All numbers below `count`.
pub(crate) fn ids<K: Id>(count: usize) -> impl DoubleEndedIterator<Item = K> {
    (0..count).map(K::from_index)
}

/// A list whose places are numbered by `K`.
pub(crate) struct ById<K, T> {
    items: Vec<T>,
    key: PhantomData<fn(K)>,
}

impl<K: Id, T> ById<K, T> {
    pub(crate) fn new() -> ById<K, T> {
        ById::from(Vec::new())
    }

    pub(crate) fn filled(item: T, count: usize) -> ById<K, T>
    where
        T: Clone,
    {
        ById::from(vec![item; count])
    }

    /// Adds an item and returns its number.
    pub(crate) fn add(&mut self, item: T) -> K {
        self.items.push(item);
        K::from_index(self.items.len() - 1)
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (K, &T)> {
        let numbered = self.items.iter().enumerate();
        numbered.map(|(index, item)| (K::from_index(index), item))
    }

    /// The items from a number on.
    #[inline]
    pub(crate) fn rest(&self, first: K) -> &[T] {
        &self.items[first.index()..]
    }
}

impl<K, T> Default for ById<K, T> {
    fn default() -> ById<K, T> {
        ById::from(Vec::new())
    }
}

impl<K, T> From<Vec<T>> for ById<K, T> {
    fn from(items: Vec<T>) -> ById<K, T> {
        ById {
            items,
            key: PhantomData,
        }
    }
}

impl<K, T> FromIterator<T> for ById<K, T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> ById<K, T> {
        ById::from(Vec::from_iter(items))
    }
}

impl<K, T> Extend<T> for ById<K, T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.items.extend(items);
    }
}

impl<K, T: Clone> Clone for ById<K, T> {
    fn clone(&self) -> ById<K, T> {
        ById::from(self.items.clone())
    }

    fn clone_from(&mut self, other: &ById<K, T>) {
        self.items.clone_from(&other.items);
    }
}

impl<K, T: std::fmt::Debug> std::fmt::Debug for ById<K, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.items.fmt(f)
    }
}

impl<K: Id, T> Index<K> for ById<K, T> {
    type Output = T;

    #[inline]
    fn index(&self, id: K) -> &T {
        &self.items[id.index()]
    }
}

impl<K: Id, T> IndexMut<K> for ById<K, T> {
    #[inline]
    fn index_mut(&mut self, id: K) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<K, T> Deref for ById<K, T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<K, T> DerefMut for ById<K, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}
