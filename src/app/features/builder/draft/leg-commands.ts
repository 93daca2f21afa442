/**
 * Commands for the current leg. Its keys work only while a leg has the focus ring. Names do not include the leg: they
 * would change during a drag, and all keys would be bound again.
 */
import type { ListedChains } from '../../../../core/domain/instrument-index.ts'
import { legText, parseInstrumentName, shortExpiry } from '../../../../core/domain/instrument.ts'
import { type Move, movedSymbol } from '../../../../core/domain/package/move-legs.ts'
import type { Command } from '../../../ui/commands/command.ts'
import type { KeyMeaning } from '../../../ui/commands/key-table.ts'
import type { Edit } from './draft.ts'
import { legHasFocus } from './leg-focus.ts'
import type { CurrentLeg } from './use-current-leg.ts'

const group = 'Build: current leg'

const moves: readonly (readonly [keys: Extract<KeyMeaning, `leg.${string}`>, name: string, move: Move])[] = [
  ['leg.strikeDown', 'strike down', { along: 'strike', steps: -1 }],
  ['leg.strikeUp', 'strike up', { along: 'strike', steps: 1 }],
  ['leg.expiryEarlier', 'expiry earlier', { along: 'expiry', steps: -1 }],
  ['leg.expiryLater', 'expiry later', { along: 'expiry', steps: 1 }],
]

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

export type SayDone = (symbol: string | undefined, text: string) => void

function movedText(from: string, to: string, { along }: Move): string {
  const name = parseInstrumentName(to)
  return `${legText(from)} → ${along === 'expiry' && name !== undefined && 'expiryMs' in name ? shortExpiry(name.expiryMs) : legText(to)}`
}

interface LegCommandInputs {
  readonly current: CurrentLeg
  readonly symbols: ReadonlySet<string>
  readonly listed: ListedChains
  readonly edit: (edit: Edit) => void
  readonly say: SayDone
}

export function legCommands({ current: { leg, step }, symbols, listed, edit, say }: LegCommandInputs): Command[] {
  const some = leg !== undefined
  const { symbol = '', ratio = 1 } = leg ?? {}
  const onLeg = (
    keys: Extract<KeyMeaning, `leg.${string}`>,
    what: string,
    enabled: boolean,
    run: () => void,
  ): Command => ({
    id: `build.${keys}`,
    name: `Current leg: ${what}`,
    group,
    keys,
    keyWhen: legHasFocus,
    enabled,
    run,
  })
  const toMove = moves.map(([keys, what, move]) => {
    const to = some ? movedSymbol(symbol, move, listed, symbols) : undefined
    return onLeg(keys, what, to !== undefined, () => {
      if (to === undefined) return
      edit({ kind: 'moveLegs', to: new Map([[symbol, to]]) })
      say(to, movedText(symbol, to, move))
    })
  })
  const toSize = digits.map(size =>
    onLeg(`leg.ratio${size}`, `ratio ${size}`, some, () => {
      edit({ kind: 'setRatio', symbol, ratio: ratio > 0 ? size : -size })
      say(symbol, `${legText(symbol)} ratio ${Math.abs(ratio)} → ${size}`)
    }),
  )
  return [
    { id: 'build.leg.next', name: 'Next leg', group, keys: 'next', enabled: symbols.size > 0, run: () => step(1) },
    {
      id: 'build.leg.previous',
      name: 'Previous leg',
      group,
      keys: 'previous',
      enabled: symbols.size > 0,
      run: () => step(-1),
    },
    ...toMove,
    onLeg('leg.flip', 'flip', some, () => {
      edit({ kind: 'flipLeg', symbol })
      say(symbol, `${legText(symbol)} ${ratio > 0 ? 'bought → sold' : 'sold → bought'}`)
    }),
    onLeg('leg.remove', 'remove', some, () => {
      edit({ kind: 'removeLeg', symbol })
      say(undefined, `${legText(symbol)} removed`)
    }),
    ...toSize,
  ]
}
