import { expect, it } from "vitest";
import { isSpecialAddress } from "./special-address.ts";

it.each([
  ["this network", "0.0.0.0", "0.1.2.3"],
  ["private", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ["carrier-grade, and a metadata service in it", "100.64.1.1", "100.127.255.255", "100.100.100.200"],
  ["loopback", "127.0.0.1", "127.255.1.2", "::1"],
  ["link-local, and a metadata service in it", "169.254.169.254", "169.254.0.1", "fe80::1"],
  ["protocol assignments and documentation", "192.0.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.9", "2001:db8::1"],
  ["benchmarks", "198.18.0.1", "198.19.255.255"],
  ["multicast", "224.0.0.1", "239.1.1.1", "ff02::1"],
  ["reserved and broadcast", "240.0.0.1", "255.255.255.255"],
  ["unspecified", "::"],
  ["the host of a virtual machine on Azure", "168.63.129.16", "::ffff:168.63.129.16"],
  ["unique local, and a metadata service in it", "fc00::1", "fd00:ec2::254"],
  ["site-local", "fec0::1"],
  ["mapped IPv4", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1"],
  ["compatible IPv4", "::127.0.0.1", "::7f00:1", "::a00:1"],
  ["NAT64", "64:ff9b::7f00:1", "64:ff9b:1::1"],
  ["6to4 and Teredo", "2002:7f00:1::", "2001::1"],
  ["discard and beyond what is assigned", "100::1", "4000::1", "5f00::1"],
  ["names of this machine", "localhost", "LOCALHOST", "localhost.", "agent.localhost"],
])("treats %s as not public", (_, ...addresses) => {
  expect(addresses.filter((address) => !isSpecialAddress(address))).toEqual([]);
});

it.each(["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "agent.example", "localhost.example", "notlocalhost"])(
  "takes %s for public, or for a name that has to be resolved first",
  (host) => {
    expect(isSpecialAddress(host)).toBe(false);
  },
);
