/** Where the address of the page is kept: in the path, behind the "#" on a host that knows only one path, or in memory for a test. */

export interface PageHistory {
  /** Path, search and mark; undefined where the browser shows none of ours. */
  read(): string | undefined
  write(address: string, isReplacing: boolean): void
  /** Called when the browser went elsewhere: back, forward, an address typed behind the "#". The answer ends it. */
  subscribe(listener: () => void): () => void
  /** As a link shows it, and as a window of its own is opened at it. */
  hrefOf(address: string): string
}

function inBrowser(read: PageHistory['read'], hrefOf: PageHistory['hrefOf']): PageHistory {
  return {
    read,
    hrefOf,
    write(address, isReplacing) {
      if (isReplacing) history.replaceState(null, '', hrefOf(address))
      else history.pushState(null, '', hrefOf(address))
    },
    subscribe(listener) {
      addEventListener('popstate', listener)
      return () => removeEventListener('popstate', listener)
    },
  }
}

// Two slashes at the start would name another host.
const ownPath = (address: string): string => address.replace(/^[\\/]+/, '/')

export const pathHistory = (): PageHistory => inBrowser(() => `${location.pathname}${location.search}${location.hash}`, ownPath)

export const hashHistory = (): PageHistory =>
  inBrowser(
    () => {
      const address = location.hash.slice(1)
      // A link to a place in the page is no address.
      return address === '' || address.startsWith('/') ? address : undefined
    },
    address => `${location.pathname}${location.search}#${address}`,
  )

export function memoryHistory(start: string): PageHistory {
  let address = start
  return {
    read: () => address,
    write: next => {
      address = next
    },
    subscribe: () => () => undefined,
    hrefOf: next => next,
  }
}
