/** How sites and gateways write the card networks. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  visa: ['visa', 'visaelectron', 'visadebit', 'visacredit'],
  mastercard: ['mastercard', 'mc', 'master', 'maestro', 'eurocard'],
  amex: ['amex', 'americanexpress', 'americanexpresscard', 'ax'],
  discover: ['discover', 'diners', 'dinersclub', 'dinersclubinternational'],
  jcb: ['jcb', 'japancreditbureau'],
  unionpay: ['unionpay', 'chinaunionpay', 'cup'],
}

const networkOfSpelling: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([network, all]) => all.map((spelling) => [spelling, network] as const)),
)

/** `visa`, `mastercard` …; another text in lower case; null for none. */
export function readNetwork(text: string | null | undefined): string | null {
  const given = (text ?? '').trim().toLowerCase().slice(0, 40)
  return given === '' ? null : (networkOfSpelling.get(given.replaceAll(/[^a-z]/g, '')) ?? given)
}
