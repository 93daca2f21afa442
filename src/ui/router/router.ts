/** The address that is shown, in one store: read by screens, changed by links, followed when the browser goes back. Every change is heard at once. */
import { createSignal } from '../../domain/store.ts'
import { type Address, type Destination, formatAddress, parseAddress, resolveAddress } from './address.ts'
import type { PageHistory } from './page-history.ts'

export interface RouterOptions {
  readonly history: PageHistory
  /** The screen of an address that names none; what such an address asks for over any screen stays asked for. */
  readonly home?: string
  /** A link to this path is pointed at: it may be followed next. */
  readonly onIntent?: (pathname: string) => void
}

export class Router {
  readonly #options: RouterOptions
  readonly #changed = createSignal()
  /** What stands over the screen, the newest last: Back closes it first. */
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

  /** Back closes what is open over the screen instead of leaving it. The answer ends it. */
  closeOnBack = (close: () => void): (() => void) => {
    this.#overlays.push(close)
    return () => void this.#overlays.splice(this.#overlays.indexOf(close), 1)
  }

  navigate = (destination: Destination): void => {
    const next = resolveAddress(destination, this.#address)
    // A link to where one is makes no step for Back to undo.
    if (formatAddress(next) === formatAddress(this.#address)) return
    this.#options.history.write(formatAddress(next), destination.replace === true)
    this.#show(next)
  }

  /** As a link shows it. */
  hrefOf = (destination: Destination): string => this.#options.history.hrefOf(formatAddress(resolveAddress(destination, this.#address)))

  intend(destination: Destination): void {
    this.#options.onIntent?.(resolveAddress(destination, this.#address).pathname)
  }

  /** What the browser shows, if it is ours; it is written again where we would write it otherwise. */
  #arrive(): Address | undefined {
    const { history, home } = this.#options
    const text = history.read()
    if (text === undefined) return undefined
    const read = parseAddress(text)
    const address = read.pathname === '/' && home !== undefined ? { ...read, pathname: home } : read
    const mark = text.includes('#') ? text.slice(text.indexOf('#')) : ''
    const written = `${formatAddress(address)}${mark}`
    if (written !== text) history.write(written, true)
    return address
  }

  #show(next: Address): void {
    const before = this.#address
    const isSameSearch = formatAddress({ ...next, pathname: before.pathname }) === formatAddress(before)
    if (isSameSearch && next.pathname === before.pathname) return
    // A reader that looks only at what was requested need not look again.
    this.#address = isSameSearch ? { pathname: next.pathname, search: before.search } : next
    this.#changed.emit()
  }
}
