/** Names whose history it is: an account on a venue. */
import type { Owner } from './client-types.ts'

declare const ownerBrand: unique symbol
/** Key of an account on a venue in stored data. */
export type OwnerKey = string & { readonly [ownerBrand]: true }

export const ownerKey = ({ venueKey, account }: Owner): OwnerKey => JSON.stringify([venueKey, account]) as OwnerKey
