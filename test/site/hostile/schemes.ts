import { texts } from './hostile-document.js';

const link = (address: string): string => `[a](${address}) [b](<${address}>) ![c](${address})`;

/** Addresses that are not plain web addresses, in many spellings. */
export const SCHEMES = texts({
  'a script': link('javascript:alert(1)'),
  'a script in capitals': link('JAVASCRIPT:alert(1)'),
  'a script with a tab inside': link('java&#9;script:alert(1)'),
  'a script with a line feed inside': link('java&#10;script:alert(1)'),
  'a script with a carriage return inside': link('java&#13;script:alert(1)'),
  'a script in decimal': link(
    '&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)',
  ),
  'a script in long decimal': link('&#0000106&#0000097vascript:alert(1)'),
  'a script in hexadecimal': link('&#x6a;&#x61;&#x76;&#x61;script:alert(1)'),
  'a script with a colon by name': link('javascript&colon;alert&lpar;1&rpar;'),
  'a script after white space of any kind': link('&#x2003;&#xA0;&#8232;javascript:alert(1)'),
  'a script after controls': link('&#1;&#2;&#31;javascript:alert(1)'),
  'a script after a byte order mark': link('&#xFEFF;javascript:alert(1)'),
  'a script with zero width inside': link('java&#x200B;script:alert(1)'),
  'a script in full width': link('ｊａｖａｓｃｒｉｐｔ：alert(1)'),
  'a script with a backslash': link('java\\script:alert(1)'),
  'a script behind percent signs': link('%6A%61%76%61script%3Aalert(1)'),
  'a script behind percent signs twice': link('%256A%2561vascript%253Aalert(1)'),
  'a script that begins like a comment': link('javascript://%0aalert(1)'),
  'a script that looks like a host': link('javascript://example.org/%0aalert(1)'),
  'a script in a definition': '[a][x] ![b][x] [x]\n\n[x]: javascript:alert(1)',
  'a script in a definition across lines': '[x]\n\n[x]:\n  javascript:alert(1)\n  "t"',
  'a script between points': '<javascript:alert(1)> <JavaScript:alert(1)>',
  'a script around a picture': '[![a](https://pictures.test/a.png)](javascript:alert(1))',
  'a script of another language': link('vbscript:msgbox(1)'),
  'data of a page': link('data:text/html,<script>alert(1)</script>'),
  'data in base 64': link('data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=='),
  'data of a drawing': link('data:image/svg+xml,<svg/onload=alert(1)>'),
  'data without a type': link('data:,alert(1)'),
  'a blob of the site': link('blob:https://docs.example.org/1'),
  'a file': link('file:///etc/passwd'),
  'the source of a page': link('view-source:https://example.org'),
  'a program of the reader': link('ms-msdt:/id') + link('intent://x#Intent;end') + link('tel:1'),
  'a picture in clear text': '![a](http://pictures.test/a.png)',
  'a picture of any scheme': '![a](//evil.test/a.png) ![b](\\\\evil.test/b.png)',
  'a picture behind a password': '![a](https://user:secret@pictures.test/a.png)',
  'pictures of the site itself': '![a](/api/v1/account/usage) ![b](/search?q=a) ![c](../../mcp)',
  'a socket': link('wss://evil.test'),
  'an address that ends the attribute': link('https://a.test/"onmouseover="alert(1)'),
  'an address that ends the tag': link("https://a.test/'><img/src=x/onerror=alert(1)>"),
  'a title that ends the attribute': '[a](https://a.test "\\"><script>alert(1)</script>")',
  'an alternative text that ends the attribute':
    '![" onerror="alert(1)](https://pictures.test/a.png)',
  'a bare address that ends the attribute':
    'https://a.test/"><script>alert(1)</script> www.a.test/\'onclick=alert(1)',
});
