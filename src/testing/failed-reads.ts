/** Makes IndexedDB reads through one index fail. Returns a function that ends it. */
export function failReadsBy(name: string): () => void {
  const { getAll } = IDBIndex.prototype
  IDBIndex.prototype.getAll = function (this: IDBIndex, ...range: Parameters<IDBIndex['getAll']>) {
    if (this.name === name) throw new DOMException('The disk failed', 'UnknownError')
    return getAll.apply(this, range)
  }
  return () => {
    IDBIndex.prototype.getAll = getAll
  }
}
