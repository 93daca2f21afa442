import { useState } from 'react'

/** The list that was there before while this one holds the same, by `isSame`, in the same order: what is made of it is made once. */
export function useSameList<Item>(list: readonly Item[], isSame: (a: Item, b: Item) => boolean = Object.is): readonly Item[] {
  const [saved, keep] = useState(list)
  const areSame = saved.length === list.length && list.every((item, at) => isSame(item, saved[at] as Item))
  if (!areSame) keep(list)
  return areSame ? saved : list
}
