/** In-memory archive with the same keys as the server's on disk. */
import type { Archive, EndedOrder } from '../../exchange.ts'

export interface MemoryArchive extends Archive {
  add(ended: EndedOrder): void
}

export function createMemoryArchive(): MemoryArchive {
  const byOrderId = new Map<string, EndedOrder>()
  const byClientOrderId = new Map<string, EndedOrder>()
  const key = (account: string, id: string): string => JSON.stringify([account, id])
  return {
    add(ended) {
      if (ended.order_id !== undefined) byOrderId.set(ended.order_id, ended)
      byClientOrderId.set(key(ended.account, ended.client_order_id), ended)
    },
    byOrderId: id => byOrderId.get(id)?.body,
    byClientOrderId: (account, id) => byClientOrderId.get(key(account, id))?.body,
    traded: (account, since) =>
      [...byOrderId.values()]
        .filter(ended => ended.account === account && (ended.tradedAt ?? -1) >= since)
        .toSorted((a, b) => (b.tradedAt ?? 0) - (a.tradedAt ?? 0))
        .map(ended => ended.body),
    all: () => [...byClientOrderId.values()].map(ended => ended.body),
  }
}
