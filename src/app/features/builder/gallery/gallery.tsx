/** The gallery: structures by view with pictures. A press places one around the money as the draft. */
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Direction } from '../../../../core/domain/structures/match.ts'
import { PayoffPicture } from '../../../ui/charts/payoff-picture.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { type GalleryEntry, galleryEntries, legsText, matchesSearch, pictureOf, views } from './gallery-entries.ts'
import type { GalleryChoice } from './gallery-choice.ts'
import styles from './gallery.module.css'
import type { Distance, Placement } from '../../../../core/pricing/structures/place-structure.ts'

interface GalleryProps {
  readonly choice: GalleryChoice
  readonly setChoice: (choice: GalleryChoice) => void
  readonly take: (entry: GalleryEntry) => Placement
}

const directions = [
  { value: 'long', label: 'Buy', hint: 'As listed' },
  { value: 'short', label: 'Sell', hint: 'The same legs, sold' },
] as const

const distances: readonly { readonly value: string; readonly label: string; readonly distance: Distance }[] = [
  ...[10, 16, 25, 35].map(percent => ({
    value: `d${percent}`,
    label: `${percent} delta`,
    distance: { by: 'delta', size: percent / 100 } as const,
  })),
  ...[2, 5, 10, 20].map(percent => ({
    value: `w${percent}`,
    label: `${percent} % away`,
    distance: { by: 'width', size: percent / 100 } as const,
  })),
]
const valueOf = (distance: Distance): string =>
  `${distance.by === 'delta' ? 'd' : 'w'}${Math.round(distance.size * 100)}`

export function Gallery({ choice, setChoice, take }: GalleryProps) {
  const { direction } = choice
  const [refusal, setRefusal] = useState<string>()
  const [stop, setStop] = useState<string>()
  const [search, setSearch] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const searchBox = useSearchFocus()
  const press = (entry: GalleryEntry) => {
    setStop(entry.id)
    const placed = take(entry)
    setRefusal(placed.ok ? undefined : `${entry.name(direction)}: ${placed.why}`)
    // Further keys are the builder's again.
    if (placed.ok) searchBox.current?.blur()
  }
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const to = box.current === null ? undefined : neighbour(box.current, event.key)
    if (to === undefined) return
    event.preventDefault()
    setStop(to.dataset['entry'])
    to.focus()
  }
  const found = galleryEntries.filter(entry => matchesSearch(entry, search.trim()))
  const groups = views
    .map(view => ({ view, entries: found.filter(entry => entry.view(direction) === view) }))
    .filter(({ entries }) => entries.length > 0)
  const first = groups[0]?.entries[0]
  // Enter picks the highlighted card, only after a search.
  const hit = search.trim() === '' ? undefined : first
  const tabStop = found.some(entry => entry.id === stop) ? stop : first?.id
  const searchKeys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown') box.current?.querySelector<HTMLElement>('[data-entry]')?.focus()
    else if (event.key === 'Escape' && search !== '') setSearch('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.gallery}>
      <Choices choice={choice} setChoice={setChoice} />
      <div className={styles.search}>
        <TextInput
          label="Search the structures"
          hideLabel
          type="search"
          placeholder="Search structures"
          value={search}
          onChange={setSearch}
          onKeyDown={searchKeys}
          onEnter={() => hit !== undefined && press(hit)}
          inputRef={searchBox}
          suffix={`${found.length} of ${galleryEntries.length}`}
        />
      </div>
      <output className={styles.refusal}>{refusal}</output>
      {/* Arrow keys move between the cards, which are buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={box} className={styles.groups} onKeyDown={move} data-testid="gallery">
        {groups.map(({ view, entries }) => (
          <section key={view} aria-label={view}>
            <h3 className={styles.view}>{view}</h3>
            <div className={styles.cards}>
              {entries.map(entry => (
                <Card
                  key={entry.id}
                  entry={entry}
                  direction={direction}
                  stop={entry.id === tabStop}
                  hit={entry === hit}
                  press={press}
                />
              ))}
            </div>
          </section>
        ))}
        {groups.length === 0 ? <p className={styles.none}>No match</p> : null}
      </div>
    </div>
  )
}

/** Focuses the search, except on touch devices, where a keyboard would cover the cards. */
function useSearchFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [])
  return field
}

function Choices({ choice, setChoice }: Pick<GalleryProps, 'choice' | 'setChoice'>) {
  const { direction, distance } = choice
  return (
    <div className={styles.choices}>
      <Segmented
        label="Buy or sell the structure"
        compact
        tone="side"
        value={direction === 'long' ? 'buy' : 'sell'}
        options={directions.map(each => ({ ...each, value: each.value === 'long' ? 'buy' : 'sell' }) as const)}
        onChange={side => setChoice({ ...choice, direction: side === 'buy' ? 'long' : 'short' })}
      />
      <Select
        label="Strikes"
        compact
        hideLabel={false}
        value={valueOf(distance)}
        options={distances}
        onChange={value =>
          setChoice({ ...choice, distance: distances.find(each => each.value === value)?.distance ?? distance })
        }
      />
    </div>
  )
}

interface CardProps {
  readonly entry: GalleryEntry
  readonly direction: Direction
  readonly stop: boolean
  readonly hit: boolean
  readonly press: (entry: GalleryEntry) => void
}

function Card({ entry, direction, stop, hit, press }: CardProps) {
  const picture = useMemo(() => pictureOf(entry.form), [entry])
  return (
    <button
      type="button"
      className={styles.card}
      data-entry={entry.id}
      data-hit={hit}
      tabIndex={stop ? 0 : -1}
      title={`${entry.name(direction)} (${entry.number}): ${legsText(entry.form, direction)}\n${direction === 'long' ? 'Sold' : 'Bought'}: ${entry.name(direction === 'long' ? 'short' : 'long')}`}
      onClick={() => press(entry)}
    >
      <PayoffPicture {...picture} sold={direction === 'short'} />
      <span className={styles.name}>{entry.name(direction)}</span>
      {entry.code === undefined ? null : <span className={styles.code}>{entry.code}</span>}
    </button>
  )
}

function neighbour(box: HTMLElement, key: string): HTMLElement | undefined {
  const cards = [...box.querySelectorAll<HTMLElement>('[data-entry]')]
  const at = cards.findIndex(card => card === document.activeElement)
  const current = cards[at]
  if (current === undefined) return undefined
  if (key === 'ArrowRight') return cards[at + 1]
  if (key === 'ArrowLeft') return cards[at - 1]
  if (key === 'Home') return cards[0]
  if (key === 'End') return cards.at(-1)
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const from = current.getBoundingClientRect()
  const away = (card: HTMLElement): number => {
    const to = card.getBoundingClientRect()
    const down = key === 'ArrowDown' ? to.top - from.top : from.top - to.top
    return down <= 1 ? Number.POSITIVE_INFINITY : down * 10 + Math.abs(to.left - from.left)
  }
  const nearest = cards.reduce((best, card) => (away(card) < away(best) ? card : best), current)
  return Number.isFinite(away(nearest)) ? nearest : undefined
}
