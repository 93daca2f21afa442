/** The page's address in one store: read by screens, changed by links and the browser. Notifies synchronously. */
import { createSignal } from '../../../core/domain/store.ts'
import { type Address, type Destination, formatAddress, parseAddress, resolveAddress } from './address.ts'
import type { PageHistory } from './page-history.ts'

export interface RouterOptions {
  readonly history: PageHistory
  readonly home?: string
  /**
   * Target of an address that is another spelling of a screen, or its path in an earlier version. Parameters are kept.
   */
  readonly settle?: (pathname: string) => Destination | undefined
  readonly onIntent?: (pathname: string) => void
}

export class Router {
  readonly #options: RouterOptions
  readonly #changed = createSignal()
  /** Overlays over the screen, the newest last: Back closes it first. */
  readonly #overlays: (() => void)[] = []
  #address: Address

  constructor(options: RouterOptions) {
    this.#options = options
    this.#address = this.#arrive() ?? parseAddress(options.home ?? '')
    options.history.subscribe(() => {
      const close = this.#overlays.at(-1)
      if (close !== undefined) {
        options.history.write(formatAddress(this.#address), false)
        close()
        return
      }
      const next = this.#arrive()
      if (next !== undefined) this.#show(next)
    })
  }

  get location(): Address {
    return this.#address
  }

  subscribe = this.#changed.listen

  closeOnBack = (close: () => void): (() => void) => {
    this.#overlays.push(close)
    return () => void this.#overlays.splice(this.#overlays.indexOf(close), 1)
  }

  navigate = (destination: Destination): void => {
    const next = resolveAddress(destination, this.#address)
    // A link to the current address adds no history entry.
    if (formatAddress(next) === formatAddress(this.#address)) return
    this.#options.history.write(formatAddress(next), destination.replace === true)
    this.#show(next)
  }

  hrefOf = (destination: Destination): string =>
    this.#options.history.hrefOf(formatAddress(resolveAddress(destination, this.#address)))

  intend(destination: Destination): void {
    this.#options.onIntent?.(resolveAddress(destination, this.#address).pathname)
  }

  #arrive(): Address | undefined {
    const { history, home } = this.#options
    const text = history.read()
    if (text === undefined) return undefined
    const read = parseAddress(text)
    const address = this.#settle(read.pathname === '/' && home !== undefined ? { ...read, pathname: home } : read)
    const mark = text.includes('#') ? text.slice(text.indexOf('#')) : ''
    const written = `${formatAddress(address)}${mark}`
    if (written !== text) history.write(written, true)
    return address
  }

  #settle(address: Address): Address {
    const place = this.#options.settle?.(address.pathname)
    if (place === undefined) return address
    const { pathname, search } = resolveAddress(place, address)
    return { pathname, search: { ...address.search, ...search } }
  }

  #show(next: Address): void {
    const before = this.#address
    const isSameSearch = formatAddress({ ...next, pathname: before.pathname }) === formatAddress(before)
    if (isSameSearch && next.pathname === before.pathname) return
    // Keeps the search object if it is equal, so that its readers do not re-render.
    this.#address = isSameSearch ? { pathname: next.pathname, search: before.search } : next
    this.#changed.emit()
  }
}
