/**
 * Builds volatility surfaces without blocking the page. Bases with few instruments are built on request. With
 * thousands, a surface is built in short tasks and shown when complete: until then a new base has none, and after new
 * quotes all bases keep those of one earlier moment. Only requested bases are built.
 */
import type { Quotes } from '../../../core/domain/market-data.ts'
import { type Surfaces, underlyingsAt } from '../../../core/account/surfaces.ts'
import { inSlices } from '../../api/browser/pause.ts'
import { createStore, type Store } from '../../api/browser/store.ts'
import type { InstrumentIndex } from '../../../core/domain/instrument-index.ts'
import { type BaseSurface, baseSurface, surfaceSteps } from '../../../core/pricing/market/base-surface.ts'

const usuallyAtOnce = 2_000

class PageSurfaces implements Surfaces {
  readonly index: InstrumentIndex | undefined
  readonly quotes: Quotes | undefined
  readonly atMs: number
  readonly underlying: Surfaces['underlying']
  readonly asked = new Set<string>()
  readonly #made: Map<string, BaseSurface>
  /** Instruments that may still be built synchronously. */
  #atOnce: number
  readonly #want: () => void

  constructor(inputs: SurfacesInputs, made: Map<string, BaseSurface>, atOnce: number, want: () => void) {
    this.index = inputs.index
    this.quotes = inputs.quotes
    this.atMs = inputs.atMs
    this.underlying = underlyingsAt(inputs.index, inputs.quotes)
    this.#made = made
    this.#atOnce = atOnce
    this.#want = want
  }

  readonly of = (base: string): BaseSurface | undefined => {
    const { index, quotes, atMs } = this
    if (index === undefined || quotes === undefined) return undefined
    this.asked.add(base)
    const known = this.#made.get(base)
    if (known !== undefined) return known
    const count = index.count(base)
    if (count > this.#atOnce) {
      this.#want()
      return undefined
    }
    this.#atOnce -= count
    const surface = baseSurface({ universe: index, base, quotes, atMs })
    this.#made.set(base, surface)
    return surface
  }

  readonly isPending = (base: string): boolean => {
    return this.index !== undefined && this.quotes !== undefined && !this.#made.has(base)
  }

  pending(): readonly string[] {
    return [...this.asked].filter(base => this.isPending(base))
  }

  async make(bases: readonly string[]): Promise<void> {
    const { index, quotes, atMs } = this
    if (index === undefined || quotes === undefined) return
    for (const base of bases)
      if (!this.#made.has(base))
        this.#made.set(base, await inSlices(surfaceSteps({ universe: index, base, quotes, atMs })))
  }

  /** Returns a shallow copy, so that memoised values derived from it are recomputed. */
  renewed(): PageSurfaces {
    return new PageSurfaces(this, this.#made, this.#atOnce, this.#want)
  }
}

interface SurfacesInputs {
  readonly index: InstrumentIndex | undefined
  readonly quotes: Quotes | undefined
  readonly atMs: number
}

const isSame = (a: SurfacesInputs, b: SurfacesInputs): boolean =>
  a.index === b.index && a.quotes === b.quotes && a.atMs === b.atMs

export interface SurfacesOfPage {
  read(index: InstrumentIndex | undefined, quotes: Quotes | undefined, atMs: number): Surfaces
  readonly shown: Pick<Store<Surfaces>, 'get' | 'subscribe'>
}

export function createPageSurfaces(atOnce = usuallyAtOnce): SurfacesOfPage {
  const shown = createStore(
    new PageSurfaces({ index: undefined, quotes: undefined, atMs: 0 }, new Map(), 0, () => undefined),
  )
  /** The latest value. Subscribers are notified after rendering, never during it. */
  let present = shown.get()
  let next: SurfacesInputs | undefined
  let isWorking = false

  const begin = (inputs: SurfacesInputs): PageSurfaces => new PageSurfaces(inputs, new Map(), atOnce, work)
  function work(): void {
    if (isWorking) return
    isWorking = true
    void makeWhatIsAsked()
  }
  async function makeWhatIsAsked(): Promise<void> {
    try {
      await Promise.resolve()
      while (next !== undefined || present.pending().length > 0) await makeNext(present, next)
    } finally {
      // In the same task as the last check; otherwise a request in between would wait for ever.
      isWorking = false
    }
  }
  async function makeNext(before: PageSurfaces, inputs: SurfacesInputs | undefined): Promise<void> {
    const made = inputs === undefined ? before : begin(inputs)
    await made.make(inputs === undefined ? before.pending() : [...before.asked])
    // The latest value may belong to another listing.
    if (present !== before) return
    if (next === inputs) next = undefined
    present = inputs === undefined ? made.renewed() : made
    shown.set(present)
  }

  return {
    shown,
    read(index, quotes, atMs) {
      const inputs = { index, quotes, atMs }
      if (isSame(inputs, present)) return present
      if (next !== undefined && isSame(inputs, next)) return present
      const isNextMoment =
        index !== undefined && quotes !== undefined && present.index === index && present.quotes !== undefined
      const count = isNextMoment ? [...present.asked].reduce((total, base) => total + index.count(base), 0) : 0
      if (count > atOnce) {
        next = inputs
        work()
      } else {
        next = undefined
        present = begin(inputs)
      }
      return present
    },
  }
}
