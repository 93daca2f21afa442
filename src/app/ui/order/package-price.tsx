/** A package's price in the reader's units: per package, per unit of the first leg, or in total. */
import type { ReactNode } from 'react'
import { abs, canonical, type Decimal, formatDecimal } from '../../../core/domain/decimal.ts'
import { payVerb } from '../../../core/domain/effect-label.ts'
import { effectOf } from '../../../core/domain/normalise.ts'
import type { Side } from '../../../core/domain/order.ts'
import { type PricedPackage, priceIn, type PriceUnit } from '../../../core/domain/price-units.ts'
import { dash } from '../format/format-decimal.ts'
import { maskAmount } from '../format/privacy.ts'
import type { Column, ColumnOptions } from '../grid/column.ts'
import { decimalColumn } from '../grid/columns.ts'
import { preferences, setPreferences, usePreferences } from '../theme/preferences.ts'

const unitMarks: Readonly<Record<PriceUnit, string>> = { package: '', unit: ' /unit', total: ' total' }
export const unitLabels: Readonly<Record<PriceUnit, string>> = {
  package: 'per package',
  unit: 'per unit of the first leg',
  total: 'in total',
}

const following: Readonly<Record<PriceUnit, PriceUnit>> = { package: 'unit', unit: 'total', total: 'package' }

export function nextUnits(): PriceUnit {
  const units = following[preferences().units]
  setPreferences({ units })
  return units
}

const isPackage = ({ legs }: PricedPackage): boolean => legs.length > 1

export interface SidedPackage extends PricedPackage {
  /** Side of the trader; undefined if neutral, with the price signed as bought. */
  readonly side?: Side | undefined
}

interface PriceParts {
  readonly verb: 'pay' | 'receive' | undefined
  readonly amount: string
}

export function pricePartsOf(price: Decimal | undefined, priced: SidedPackage): PriceParts {
  const { units } = preferences()
  const unit = isPackage(priced) ? units : 'package'
  const value = price === undefined ? undefined : priceIn(unit, price, priced)
  if (price === undefined || value === undefined) return { verb: undefined, amount: dash }
  const isSaid = priced.side !== undefined && isPackage(priced)
  const effect = effectOf(priced.side ?? 'buy', price)
  const number = isSaid && effect === 'even' ? 'even' : formatDecimal(canonical(isSaid ? abs(value) : value))
  const text = `${number}${number === 'even' ? '' : unitMarks[unit]}`
  return { verb: isSaid ? payVerb(effect) : undefined, amount: unit === 'total' ? maskAmount(text) : text }
}

/**
 * "pay 120", "receive 60 /unit", "pay 1,200 total"; "−120" without a side. An order in one instrument has one price.
 */
export function packagePriceText(price: Decimal | undefined, priced: SidedPackage): string {
  const { verb, amount } = pricePartsOf(price, priced)
  return verb === undefined ? amount : `${verb} ${amount}`
}

interface PackagePriceProps extends SidedPackage {
  readonly price: Decimal | undefined
}

/** `data-verb` allows a shorter verb in narrow places. */
export function PackagePrice({ price, ...priced }: PackagePriceProps): ReactNode {
  usePreferences()
  const { verb, amount } = pricePartsOf(price, priced)
  return (
    <span>
      {verb !== undefined && (
        <>
          <span data-verb={verb}>{verb}</span>{' '}
        </>
      )}
      {amount}
    </span>
  )
}

type PackagePriceOptions<Row> = ColumnOptions<Row> & {
  readonly price: (row: Row) => Decimal | undefined
  readonly priced: (row: Row) => SidedPackage
}

export function packagePriceColumn<Row>({ price, priced, ...rest }: PackagePriceOptions<Row>): Column<Row> {
  return { ...decimalColumn<Row>({ ...rest, value: price }), text: row => packagePriceText(price(row), priced(row)) }
}
