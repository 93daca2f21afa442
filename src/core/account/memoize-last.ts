/** Memoises the last call: the same arguments return the same object. Older results are discarded. */
export function memoizeLast<Args extends readonly unknown[], Value>(
  derive: (...args: Args) => Value,
): (...args: Args) => Value {
  let last: { readonly args: Args; readonly value: Value } | undefined
  return (...args) => {
    if (
      last === undefined ||
      args.length !== last.args.length ||
      args.some((each, index) => !Object.is(each, last?.args[index]))
    ) {
      last = { args, value: derive(...args) }
    }
    return last.value
  }
}
