/**
 * Sockets that are signed in to nothing, by peer. They have no place of their own: if there is no room, or their peer
 * has many, the oldest one of the peer that has the most ends for the newcomer. So strangers that open sockets again
 * and again end each other, and keep nobody out who signs in at once.
 */

export interface Stranger {
  /** From now on the socket has its place. */
  signedIn(): void
  /** The socket's token has ended. */
  signedOut(): void
  /** The socket is closed. */
  gone(): void
}

export interface Strangers {
  /**
   * Ends strangers until there is room for one more socket of the peer; false if there is none, since all are signed
   * in.
   */
  makeRoom(peer: string, openSockets: number): boolean
  /** `end` must close the socket at once. */
  add(peer: string, end: () => void): Stranger
}

export interface StrangerLimits {
  readonly mostSockets: number
  readonly mostOfPeer: number
}

export function createStrangers({ mostSockets, mostOfPeer }: StrangerLimits): Strangers {
  /** Oldest first. */
  const byPeer = new Map<string, Set<() => void>>()
  const leave = (peer: string, end: () => void): void => {
    const own = byPeer.get(peer)
    own?.delete(end)
    if (own?.size === 0) byPeer.delete(peer)
  }
  const endOldestOf = (peer: string | undefined): boolean => {
    const [oldest] = peer === undefined ? [] : (byPeer.get(peer) ?? [])
    if (peer === undefined || oldest === undefined) return false
    leave(peer, oldest)
    oldest()
    return true
  }
  const largestPeer = (): string | undefined =>
    [...byPeer].reduce((a, b) => (b[1].size > a[1].size ? b : a), ['', new Set()])[0]
  return {
    makeRoom(peer, openSockets) {
      if ((byPeer.get(peer)?.size ?? 0) >= mostOfPeer) return endOldestOf(peer)
      return openSockets < mostSockets || endOldestOf(largestPeer())
    },
    add(peer, end) {
      const enter = (): void => {
        const own = byPeer.get(peer) ?? new Set()
        byPeer.set(peer, own.add(end))
      }
      enter()
      return { signedIn: () => leave(peer, end), signedOut: enter, gone: () => leave(peer, end) }
    },
  }
}
