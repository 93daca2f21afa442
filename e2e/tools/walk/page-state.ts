/**
 * Reads the state of the page for a walk: figures and rows, focus, presses on sending buttons, notices. Both functions
 * run in the page, so each is self-contained.
 */

export interface HeaderFigure {
  readonly id: string
  readonly value: string
  readonly hint: string
}

export interface PositionLine {
  readonly id: string
  readonly level: number
  readonly isLeaf: boolean
  readonly isOpen: boolean
  readonly cells: Readonly<Record<string, string>>
}

export interface PositionsState {
  readonly panelState: string
  readonly isWhole: boolean
  readonly lines: readonly PositionLine[]
}

export interface Press {
  readonly how: 'click' | 'enter'
  readonly gesture: string
  readonly label: string
  /** ms since 1970, machine time. */
  readonly atMs: number
  readonly stoodMs: number
}

export interface Focus {
  readonly isNowhere: boolean
  /** True while the browser's own bar has the focus. */
  readonly isInBrowser: boolean
  readonly what: string
}

export interface PageState {
  /** Time at which this document was opened, ms since 1970: a reload is a new document. */
  readonly document: number
  readonly path: string
  readonly focus: Focus
  readonly header: readonly HeaderFigure[]
  readonly positions: PositionsState | undefined
  readonly oddTexts: readonly string[]
  readonly presses: readonly Press[]
  readonly fillNotices: readonly string[]
  readonly unconfirmed: number
  readonly light: string | undefined
  readonly ended: readonly string[]
}

interface Watching {
  readonly presses: Press[]
  readonly fillNotices: string[]
}

/** Runs before the page's code: records presses and notices, and lets the clock jump as after sleep. */
export function watchPage(): void {
  const state: Watching = { presses: [], fillNotices: [] }
  Object.assign(window, { walkWatches: state })
  const machineMs = (): number => performance.timeOrigin + performance.now()
  const since = new WeakMap<Element, number>()
  const counted = new WeakSet<Element>()
  const note = (event: Event, how: Press['how']): void => {
    const button = event.target instanceof Element ? event.target.closest('[data-gesture]') : null
    if (button === null || button.matches(':disabled')) return
    const atMs = machineMs()
    state.presses.push({
      how,
      gesture: button.getAttribute('data-gesture') ?? '',
      label: button.textContent ?? '',
      atMs,
      stoodMs: atMs - (since.get(button) ?? atMs),
    })
  }
  window.addEventListener('click', event => note(event, 'click'), true)
  window.addEventListener('keydown', event => event.key === 'Enter' && !event.repeat && note(event, 'enter'), true)
  const seen = (node: Node): void => {
    if (!(node instanceof Element)) return
    for (const button of [node, ...node.querySelectorAll('[data-gesture]')]) {
      if (button.matches('[data-gesture]') && !since.has(button)) since.set(button, machineMs())
    }
    for (const notice of [node, ...node.querySelectorAll('[data-testid="notice"]')]) {
      const order = /Order \d+\./.exec(notice.matches('[data-testid="notice"]') ? (notice.textContent ?? '') : '')?.[0]
      if (order === undefined || counted.has(notice)) continue
      counted.add(notice)
      state.fillNotices.push(order)
    }
  }
  new MutationObserver(changes => {
    for (const change of changes) for (const node of change.addedNodes) seen(node)
  }).observe(document, { childList: true, subtree: true })
  const real = Date.now.bind(Date)
  const sleptMs = (): number => Number(sessionStorage.getItem('walk.slept') ?? '0')
  Date.now = () => real() + sleptMs()
}

export function readPage(): PageState {
  const textOf = (element: Element | null | undefined): string => (element?.textContent ?? '').trim()
  const readFigure = (button: Element): HeaderFigure => {
    const [, value, hint] = button.children
    const last = textOf(value?.querySelector('[data-testid="last-known"]'))
    return {
      id: button.getAttribute('data-testid') ?? '',
      value: textOf(value).replace(last, '').trim(),
      hint: textOf(hint),
    }
  }
  const readLine = (row: Element): PositionLine => ({
    id: row.getAttribute('row-id') ?? '',
    level: Number(row.getAttribute('aria-level') ?? '1'),
    isLeaf: row.querySelector('[data-leaf="true"]') !== null,
    isOpen: row.getAttribute('aria-expanded') === 'true',
    cells: Object.fromEntries(
      [...row.querySelectorAll('[role="gridcell"]')].map(
        cell => [cell.getAttribute('col-id') ?? '', textOf(cell)] as const,
      ),
    ),
  })
  const readPositions = (panel: Element): PositionsState => {
    const grid = panel.querySelector('[data-testid="positions-grid"] [aria-rowcount]')
    const rows = [...(grid?.querySelectorAll('[role="row"][row-id]') ?? [])]
    const lines = rows.map(readLine)
    const view = panel.querySelector<HTMLInputElement>('label[data-value] input:checked')?.value
    const fields = [...panel.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[type="search"], select')]
    const chip = panel.querySelector('fieldset[aria-label="Base"] button[aria-pressed="true"]')
    const isFiltered = fields.some(field => field.value !== '') || (chip !== null && textOf(chip) !== 'All')
    const isDrawn = grid !== null && rows.length === Number(grid.getAttribute('aria-rowcount')) - 1
    return {
      panelState: panel.getAttribute('data-panel-state') ?? '',
      isWhole: isDrawn && !isFiltered && (view === 'grouped' || view === 'flat'),
      lines,
    }
  }
  const readOdd = (): string[] => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      // A decoder's message may quote "undefined", so only a whole text counts.
      if (
        /\bNaN\b|\[object |^\s*[−-]?(?:undefined|null|Infinity)\s*$/.test(text) &&
        node.parentElement?.closest('pre, code, textarea, script, style') === null
      )
        found.push(text.slice(0, 120))
    }
    return found
  }
  const active = document.activeElement
  const header = document.querySelector('[data-testid="portfolio-header"]')
  const panel = document.querySelector('section[data-panel="Positions"]')
  const { presses, fillNotices } = (window as unknown as { readonly walkWatches: Watching }).walkWatches
  const ended: unknown = JSON.parse(localStorage.getItem('legwork.rfqs-ended') ?? '[]')
  return {
    document: performance.timeOrigin,
    path: location.pathname,
    focus: {
      isNowhere: active === null || active === document.body || active === document.documentElement,
      isInBrowser: !document.hasFocus(),
      what:
        active === null
          ? 'nothing'
          : `${active.tagName.toLowerCase()} ${active.getAttribute('aria-label') ?? textOf(active).slice(0, 40)}`,
    },
    header: [...(header?.querySelectorAll('button[data-testid^="total-"], button[data-testid^="net-"]') ?? [])].map(
      readFigure,
    ),
    positions: panel === null ? undefined : readPositions(panel),
    oddTexts: readOdd(),
    presses: [...presses],
    fillNotices: [...fillNotices],
    unconfirmed: Number(
      /(\d+) orders? unconfirmed/.exec(textOf(document.querySelector('section[aria-label="Status"]')))?.[1] ?? '0',
    ),
    light: document.querySelector('[data-testid="connection-light"]')?.getAttribute('data-state') ?? undefined,
    ended: Array.isArray(ended) ? ended.map(String) : [],
  }
}
