/**
 * Derives again only when an argument is another value than at the last call: a caller with the same arguments gets the same object, so that one
 * truth is derived once and shared by reference. Remembers only the last answer, and so holds no more than one state of the world.
 */
export function remembered<Args extends readonly unknown[], Value>(derive: (...args: Args) => Value): (...args: Args) => Value {
  let last: { readonly args: Args; readonly value: Value } | undefined
  return (...args) => {
    if (last === undefined || args.length !== last.args.length || args.some((each, index) => !Object.is(each, last?.args[index]))) {
      last = { args, value: derive(...args) }
    }
    return last.value
  }
}
