/** The market that prices of packages are judged by, the same for every screen: the venue's quotes and the surfaces of them, nothing typed. */
import { useMemo } from 'react'
import type { PackageMarket } from '../../pricing/package-guard.ts'
import { useMarket } from './use-market.ts'

export function usePackageMarket(): PackageMarket {
  const { quotes, surfaces } = useMarket()
  const { data } = quotes
  return useMemo(() => ({ quotes: data, surfaceOf: surfaces.of, nowMs: surfaces.atMs }), [data, surfaces])
}
