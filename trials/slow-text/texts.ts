/** Texts that take long to look through, each of about so many characters. */
export const texts: Readonly<Record<string, (length: number) => string>> = {
  'digits and blanks': repeat('4 2 4 '),
  digits: repeat('4242'),
  'pairs of digits': repeat('42 '),
  'digits of another script': repeat('٤٢ '),
  'groups as cards have them': repeat('4242 4242 4242 4242 12/27 123 '),
  tabs: repeat('\t'),
  'blanks without an end': (length) => `${' '.repeat(length - 1)}x`,
  'one letter': repeat('a'),
  'letters of two kinds': repeat('ａа'),
  'nested quotes': repeat('> '),
  'quotes line by line': repeat('> > >\n'),
  'prefixes of subjects': repeat('Re: '),
  'brackets that open': repeat('<('),
  'a comment in a comment': repeat('(\\'),
  tags: repeat('<b>'),
  entities: repeat('&amp;'),
  'e-mails without an end': repeat('a@a.'),
  'ids of orders': repeat('2000001 '),
  'labels of a document': repeat('Full name\n'),
  'security codes': repeat('cvv 12'),
  'combining marks': repeat('e\u0301\u0327'),
  'fillers of a passport': repeat('P<VNM<'),
}

function repeat(part: string): (length: number) => string {
  return (length) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
}
