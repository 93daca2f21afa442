import { type Decimal, canonical } from '../../domain/decimal.ts'
import { formatSize } from '../../ui/format/amounts.ts'

/** A size without needless zeros; an amount, so masked when those are hidden. */
export const sizeText = (size: Decimal): string => formatSize(canonical(size))
