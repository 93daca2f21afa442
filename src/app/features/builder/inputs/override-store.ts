/**
 * Typed model inputs by venue and base, stored for the tab only: a link contains the draft, not its pricing
 * assumptions.
 */
import { useMemo } from 'react'
import { createStore, useStore } from '../../../api/browser/store.ts'
import { readStored, writeStored } from '../../../api/browser/stored.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { useVenue } from '../../../api/venue/venue.ts'
import { type Decimal, isDecimal } from '../../../../core/domain/decimal.ts'
import { z } from '../../../../core/domain/zod.ts'
import {
  type InputKey,
  isInputKey,
  noOverrides,
  type Overrides,
  type OverrideValue,
  withOverride,
} from '../../../../core/pricing/market/overrides.ts'

const storageKey = 'legwork.typed-inputs'

const entry = z.tuple([
  z.custom<InputKey>(key => typeof key === 'string' && isInputKey(key)),
  z.custom<Decimal>(isDecimal),
  z.number(),
])
const stored = z.record(z.string(), z.array(entry))

function load(): ReadonlyMap<string, Overrides> {
  const read = stored.safeParse(readStored('tab', storageKey))
  const byKey = Object.entries(read.data ?? {})
  return new Map(
    byKey.map(([storeKey, entries]) => [
      storeKey,
      new Map(entries.map(([key, value, atMs]): [InputKey, OverrideValue] => [key, { value, atMs }])),
    ]),
  )
}

const typed = createStore(load())

function save(storeKey: string, inputs: Overrides): void {
  const all = new Map(typed.get())
  if (inputs.size === 0) all.delete(storeKey)
  else all.set(storeKey, inputs)
  typed.set(all)
  const plain = [...all].map(
    ([each, of]) => [each, [...of].map(([key, { value, atMs }]) => [key, value, atMs])] as const,
  )
  writeStored('tab', storageKey, all.size === 0 ? undefined : Object.fromEntries(plain))
}

export interface OverridesHandle {
  readonly inputs: Overrides
  readonly type: (key: InputKey, value: Decimal) => void
  readonly clear: (key: InputKey) => void
  readonly clearAll: () => void
}

export function useOverrides(base: string): OverridesHandle {
  const storeKey = `${useVenue().key} ${base}`
  const inputs = useStore(typed).get(storeKey) ?? noOverrides
  return useMemo(() => {
    const now = () => typed.get().get(storeKey) ?? noOverrides
    return {
      inputs,
      type: (key, value) => save(storeKey, withOverride(now(), key, { value, atMs: serverNowMs() })),
      clear: key => save(storeKey, withOverride(now(), key, undefined)),
      clearAll: () => save(storeKey, noOverrides),
    }
  }, [storeKey, inputs])
}
