/**
 * Sockets that are not signed in, by peer. They have no reserved place: if there is no room, or a peer has too many,
 * the oldest socket of the peer with the most is closed. So strangers displace only each other, and never a client that
 * signs in promptly.
 */

export interface Stranger {
  /** The socket is signed in and keeps its place. */
  signedIn(): void
  signedOut(): void
  gone(): void
}

export interface Strangers {
  /** Closes strangers until one more socket of the peer has room. Returns false if all sockets are signed in. */
  makeRoom(peer: string, openSockets: number): boolean
  /** `end` must close the socket immediately. */
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
