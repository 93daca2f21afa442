/** A browser without room: each write that its database is asked for may be refused as browsers refuse it. */

export interface Room {
  /** Refuses from the write of this number on (0: at once). */
  readonly from: number
  /** How many it refuses. */
  readonly refused: number
  /** Whether the write fails by itself, or its transaction later, as it is committed. */
  readonly when: 'write' | 'commit'
  /** Whether deleting takes room as well. */
  readonly deletes: boolean
  /** Only writes of this store count. */
  readonly store?: string
}

/** How the database's double fails a commit, and one request. */
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

/** Runs `work`; answers whether a write was refused. */
export async function withoutRoom({ from, refused, when, deletes, store: only }: Room, work: () => Promise<unknown>): Promise<boolean> {
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
    if (isRefused) request.addEventListener('success', () => (store.transaction as Failing)[abort]('QuotaExceededError'))
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
