// SPDX-License-Identifier: Apache-2.0
// WHY:      statements of a Verilog design are goals and properties, called after
//           labels, instances and places; a step is a cycle of the clock.
// REQUIRES: yosys
// RUN:      generate
// EXPECT:   goals 4  covered 2  unreachable 2  tests 2  steps 11
// EXIT:     1
// JSON:     goals[id=held].depth == 5
// JSON:     goals[id=u.never].status == unreachable
// JSON:     goals[id=low.violated].depth == 6
// JSON:     goals[id=verilog_counter.v:26:5:assert.violated].trust == proved
// RUN:      generate --engine symbolic
// EXPECT:   goals 4  covered 2  unreachable 2
// EXIT:     1
module limit(input c, input [2:0] n);
  always @(posedge c) never: cover (n == 7);
endmodule
module counter(input clk, input rst_n, input up, output reg [2:0] n);
  always @(posedge clk or negedge rst_n)
    if (!rst_n) n <= 0;
    else if (up && n != 5) n <= n + 1;
  initial assume (!rst_n);
  always @(posedge clk) if (rst_n) begin
    held: cover (n == 3 && !up);
    low: assert (n < 4);
    assert (n <= 5);
  end
  limit u(clk, n);
endmodule
