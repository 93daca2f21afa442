/** Storage of the page's address: the path, the fragment on a static host, or memory in a test. */

export interface PageHistory {
  read(): string | undefined
  write(address: string, isReplacing: boolean): void
  subscribe(listener: () => void): () => void
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

// Two leading slashes would name another host.
const ownPath = (address: string): string => address.replace(/^[\\/]+/, '/')

export const pathHistory = (): PageHistory =>
  inBrowser(() => `${location.pathname}${location.search}${location.hash}`, ownPath)

export const hashHistory = (): PageHistory =>
  inBrowser(
    () => {
      const address = location.hash.slice(1)
      // An anchor within the page is not an address.
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
