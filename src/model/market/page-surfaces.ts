/**
 * The surfaces of a page, which is never held up by them. Where the bases that are looked at list few instruments their surfaces are made as they are
 * asked for. Where they list thousands, a surface is made in short tasks and shown when it is whole: until then a base that is new has none,
 * and after new quotes all bases stay those of the moment before, of one moment together. Only bases that were asked for are made.
 */
import { type Quotes, type Surfaces, underlyingsAt } from '../../account/surfaces.ts'
import { inSlices } from '../../api/browser/pause.ts'
import { createStore, type Store } from '../../api/browser/store.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import { type BaseSurface, baseSurface, surfaceSteps } from '../../pricing/market/base-surface.ts'

/** Surfaces of as many instruments take some milliseconds. */
const usuallyAtOnce = 2_000

class PageSurfaces implements Surfaces {
  readonly index: InstrumentIndex | undefined
  readonly quotes: Quotes | undefined
  readonly atMs: number
  readonly underlying: Surfaces['underlying']
  /** Bases that somebody looks at. */
  readonly asked = new Set<string>()
  readonly #made: Map<string, BaseSurface>
  /** How many instruments may still be made at once. */
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

  /** Of what is asked for and not made. */
  pending(): readonly string[] {
    return [...this.asked].filter(base => this.isPending(base))
  }

  /** Adds what is not made of these bases, in short tasks. */
  async make(bases: readonly string[]): Promise<void> {
    const { index, quotes, atMs } = this
    if (index === undefined || quotes === undefined) return
    for (const base of bases)
      if (!this.#made.has(base)) this.#made.set(base, await inSlices(surfaceSteps({ universe: index, base, quotes, atMs })))
  }

  /** The same as another object, for what was derived of it to be derived again. */
  renewed(): PageSurfaces {
    return new PageSurfaces(this, this.#made, this.#atOnce, this.#want)
  }
}

interface SurfacesInputs {
  readonly index: InstrumentIndex | undefined
  readonly quotes: Quotes | undefined
  readonly atMs: number
}

const isSame = (a: SurfacesInputs, b: SurfacesInputs): boolean => a.index === b.index && a.quotes === b.quotes && a.atMs === b.atMs

export interface SurfacesOfPage {
  /** What is to be shown for these inputs, perhaps of the moment before. */
  read(index: InstrumentIndex | undefined, quotes: Quotes | undefined, atMs: number): Surfaces
  /** Tells when `read` answers again. */
  readonly shown: Pick<Store<Surfaces>, 'get' | 'subscribe'>
}

export function createPageSurfaces(atOnce = usuallyAtOnce): SurfacesOfPage {
  const shown = createStore(new PageSurfaces({ index: undefined, quotes: undefined, atMs: 0 }, new Map(), 0, () => undefined))
  /** What is read, and not told yet: nobody is told of a change while others draw. */
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
      // In the same breath as the last look, or what is asked in between would wait for ever.
      isWorking = false
    }
  }
  async function makeNext(before: PageSurfaces, inputs: SurfacesInputs | undefined): Promise<void> {
    const made = inputs === undefined ? before : begin(inputs)
    await made.make(inputs === undefined ? before.pending() : [...before.asked])
    // What was read meanwhile may be of another listing.
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
      const isNextMoment = index !== undefined && quotes !== undefined && present.index === index && present.quotes !== undefined
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
