import { createHash, generateKeyPairSync, sign } from 'node:crypto';

const OID = {
  commonName: '0603550403',
  // ECDSA with SHA-256.
  signature: '06082a8648ce3d040302',
} as const;

/** One value of the distinguished encoding rules (X.690), from its parts. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => Buffer.from(hex, 'hex');
const time = (text: string) => der(0x17, Buffer.from(text));

/**
 * A key and a certificate (X.509 version 1, signed by itself) for a test's own server, made anew each time.
 * No browser trusts it, unless it is told to ignore errors.
 */
export function makeCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(
    der(0x31, sequence(oid(OID.commonName), der(0x0c, Buffer.from('askpage test')))),
  );
  const algorithm = sequence(oid(OID.signature));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const serial = createHash('sha256').update(spki).digest().subarray(0, 8);
  serial[0] = 1;
  const validity = sequence(time('200101000000Z'), time('491231235959Z'));
  const body = sequence(der(0x02, serial), algorithm, name, validity, name, spki);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const whole =
    sequence(body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
