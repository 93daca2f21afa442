import { dec } from '../core/domain/decimal.ts'
import { entityId } from '../core/domain/ids.ts'
import type { Instrument } from '../core/domain/instrument.ts'

export const listedInstrument = (symbol: string, id: number, more: Partial<Instrument> = {}): Instrument => ({
  symbol,
  tradeable_entity_id: entityId(id),
  status: 'active',
  base_asset: symbol,
  quote_asset: 'USD',
  minimum_quantity: dec('0.1'),
  maximum_quantity: dec('100'),
  minimum_value: dec('0'),
  maximum_value: dec('1000000'),
  quantity_step: dec('0.1'),
  price_step: dec('5'),
  tags: [],
  ...more,
})
