/**
 * What can be done with the current leg, as data: its keys work from anywhere in the builder. The names do not tell which leg that is: they would change
 * with every step of a drag, and all keys be bound anew.
 */
import type { ListedChains } from '../../../domain/listed-universe.ts'
import type { Command } from '../../../ui/commands/command.ts'
import type { Edit } from './draft.ts'
import { type Move, movedSymbol } from '../../../domain/package/move-legs.ts'
import type { CurrentLeg } from './use-current-leg.ts'

const group = 'Build: current leg'

const moves: readonly (readonly [id: string, name: string, keys: string, move: Move])[] = [
  ['strikeDown', 'strike down', '[', { along: 'strike', steps: -1 }],
  ['strikeUp', 'strike up', ']', { along: 'strike', steps: 1 }],
  ['expiryEarlier', 'expiry earlier', '{', { along: 'expiry', steps: -1 }],
  ['expiryLater', 'expiry later', '}', { along: 'expiry', steps: 1 }],
]

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

export function legCommands({ leg, step }: CurrentLeg, legCount: number, listed: ListedChains, edit: (edit: Edit) => void): Command[] {
  const some = leg !== undefined
  const { symbol = '', ratio = 1 } = leg ?? {}
  const toMove = moves.map(([id, what, keys, move]): Command => {
    const to = some ? movedSymbol(symbol, move, listed) : undefined
    return {
      id: `build.leg.${id}`,
      name: `Current leg: ${what}`,
      group,
      keys,
      enabled: to !== undefined,
      run: () => to !== undefined && edit({ kind: 'moveLegs', to: new Map([[symbol, to]]) }),
    }
  })
  const toSize = digits.map(
    (size): Command => ({
      id: `build.leg.ratio${size}`,
      name: `Current leg: ratio ${size}`,
      group,
      keys: String(size),
      enabled: some,
      run: () => edit({ kind: 'setRatio', symbol, ratio: ratio > 0 ? size : -size }),
    }),
  )
  return [
    { id: 'build.leg.next', name: 'Next leg', group, keys: 'j', enabled: legCount > 1, run: () => step(1) },
    { id: 'build.leg.previous', name: 'Leg before', group, keys: 'k', enabled: legCount > 1, run: () => step(-1) },
    ...toMove,
    { id: 'build.leg.flip', name: 'Current leg: flip', group, keys: 'f', enabled: some, run: () => edit({ kind: 'flipLeg', symbol }) },
    {
      id: 'build.leg.remove',
      name: 'Current leg: remove',
      group,
      keys: 'x,delete',
      enabled: some,
      run: () => edit({ kind: 'removeLeg', symbol }),
    },
    ...toSize,
  ]
}
