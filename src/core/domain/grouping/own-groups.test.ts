import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dec } from '../decimal.ts'
import { groupPositions } from './group-positions.ts'
import { join, noOwnGroups, type OwnGroups, ownGroupsSchema, rename, split, undo } from './own-groups.ts'
import { legsOf } from '../../../testing/legs-of.ts'

const held = [90, 100, 110, 120].map((strike, at) => ({
  id: `${strike}`,
  symbol: `BTC-20261225-${strike}C`,
  size: dec(at % 3 === 0 ? '2' : '-2'),
}))
const shown = (groups: OwnGroups, legs = held) =>
  groupPositions(legs, [], groups.now).map(
    each => `${each.name ?? each.origin} ${each.parts.map(part => part.id).join(' ')}`,
  )

test('a guessed structure is split, joined in another way and named, and each change is undone', () => {
  expect(shown(noOwnGroups)).toEqual(['guessed 90 100 110 120'])
  const parted = split(noOwnGroups, ['90', '100', '110', '120'])
  expect(shown(parted)).toEqual(['alone 90', 'alone 100', 'alone 110', 'alone 120'])
  const joined = join(parted, ['90', '120'])
  expect(shown(joined)).toEqual(['alone 100', 'alone 110', 'own 90 120'])
  const named = rename(joined, ['90', '120'], ' Wings ')
  expect(shown(named)).toEqual(['alone 100', 'alone 110', 'Wings 90 120'])
  expect(shown(join(named, ['90', '120', '100']))).toEqual(['alone 110', 'Wings 90 120 100'])
  expect(shown(rename(named, ['90', '120'], ''))).toEqual(shown(joined))
  expect(undo(undo(undo(named)))).toEqual(noOwnGroups)
  expect(undo(noOwnGroups)).toEqual(noOwnGroups)
})

test('a correction follows its legs while they are held, and only the other legs are guessed', () => {
  const joined = join(noOwnGroups, ['90', '120'])
  expect(shown(joined)).toEqual(['own 90 120', 'alone 100', 'alone 110'])
  expect(
    shown(
      joined,
      held.map(leg => ({ ...leg, size: dec('7') })),
    ),
  ).toContain('own 90 120')
  expect(
    shown(
      joined,
      held.filter(leg => leg.id !== '120'),
    ),
  ).toContain('alone 90')
})

test('a join of legs of a traded package takes them out of it', () => {
  const legs = legsOf({ 'BTC-20261225-90C': 1, 'BTC-20261225-100C': -1 })
  const traded = groupPositions(
    held,
    [{ order: 'a', atMs: 1, quantity: dec('2'), legs }],
    join(noOwnGroups, ['90', '110']).now,
  )
  expect(traded.map(each => `${each.origin} ${each.parts.map(part => part.id).join(' ')}`)).toEqual([
    'own 90 110',
    'alone 100',
    'alone 120',
  ])
})

const ids = fc.subarray(
  held.map(leg => leg.id),
  { minLength: 2 },
)
const changes = fc.array(
  fc.oneof(
    ids.map(some => (groups: OwnGroups) => join(groups, some)),
    ids.map(some => (groups: OwnGroups) => split(groups, some)),
    fc.tuple(ids, fc.string()).map(
      ([some, name]) =>
        (groups: OwnGroups) =>
          rename(groups, some, name),
    ),
    fc.constant(undo),
  ),
  { maxLength: 30 },
)

test('after any changes each leg stands once with its whole size, and what is stored reads the same', () => {
  fc.assert(
    fc.property(changes, made => {
      const groups = made.reduce((state, change) => change(state), noOwnGroups)
      const structures = groupPositions(held, [], groups.now)
      const parts = structures.flatMap(each => each.parts.map(({ id, symbol, size }) => ({ id, symbol, size })))
      expect(parts.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(held)
      expect(new Set(structures.map(each => each.key)).size).toBe(structures.length)
      expect(ownGroupsSchema.parse(JSON.parse(JSON.stringify(groups)))).toEqual(JSON.parse(JSON.stringify(groups)))
    }),
  )
})
