/** What a writer has to bring: the fields of a decoded value without the unknown ones that readers keep, lists read-only. */
export type Plain<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : { [Key in keyof Value as string extends Key ? never : Key]: Plain<Value[Key]> }
