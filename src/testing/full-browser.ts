/** A browser without storage space: database writes can be refused as browsers do. */

export interface Room {
  /** Number of the first refused write (0: the first). */
  readonly from: number
  readonly refused: number
  /** Fail on the write itself, or later when its transaction commits. */
  readonly when: 'write' | 'commit'
  readonly deletes: boolean
  readonly store?: string
}

const [abort, execute] = ['_abort', '_execRequestAsync'] as const
type Failing = IDBTransaction & {
  readonly [abort]: (name: string) => void
  readonly [execute]: (request: { readonly source: IDBObjectStore; readonly operation: () => never }) => IDBRequest
}

const refuse = (source: IDBObjectStore): IDBRequest =>
  (source.transaction as Failing)[execute]({
    source,
    operation() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  })

export async function withoutRoom(
  { from, refused, when, deletes, store: only }: Room,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const { put, add, delete: remove } = IDBObjectStore.prototype
  let writes = 0
  let isMet = false
  const written = (store: IDBObjectStore, write: () => IDBRequest): IDBRequest => {
    if (only !== undefined && store.name !== only) return write()
    const number = writes
    writes += 1
    const isRefused = number >= from && number < from + refused
    isMet ||= isRefused
    if (isRefused && when === 'write') return refuse(store)
    const request = write()
    if (isRefused)
      request.addEventListener('success', () => (store.transaction as Failing)[abort]('QuotaExceededError'))
    return request
  }
  Object.assign(IDBObjectStore.prototype, {
    put(this: IDBObjectStore, ...given: Parameters<typeof put>) {
      return written(this, () => put.apply(this, given))
    },
    add(this: IDBObjectStore, ...given: Parameters<typeof add>) {
      return written(this, () => add.apply(this, given))
    },
    delete(this: IDBObjectStore, ...given: Parameters<typeof remove>) {
      return deletes ? written(this, () => remove.apply(this, given)) : remove.apply(this, given)
    },
  })
  try {
    await work()
  } finally {
    Object.assign(IDBObjectStore.prototype, { put, add, delete: remove })
  }
  return isMet
}
